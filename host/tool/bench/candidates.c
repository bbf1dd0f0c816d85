#include "bench/candidates.h"
#include "caps/device_open.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "table/values.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void add(tool_candidates *out, const tool_config *config) {
    if (out->count < TOOL_MOST_CANDIDATES) out->item[out->count++] = *config;
}

void tool_candidates_list(const tool_choice *choices, int count, const tool_config *base,
                          const tool_target *targets, int target_count, tool_candidates *out) {
    out->count = 0;
    for (int c = 0; c < count; c++) {
        if (choices[c].cs != base->cs || choices[c].strategy == TOOL_AUTO_STRATEGY) continue;
        const xl__strategy *s = &base->cs->algorithm->strategies[choices[c].strategy];
        if (!xl__auto_may_take(base->cs->algorithm, s)) continue;
        tool_config config = *base;
        config.strategy = choices[c].strategy;
        const bool plain = s->flow == XL__NO_SUB_GROUPS;
        if (plain) add(out, &config);
        for (int t = 0; t < target_count && !plain; t++) {
            config.backend = targets[t].backend;
            config.width = targets[t].width;
            add(out, &config);
        }
    }
}

static void add_value(tool_candidates *out, const tool_config *from, const xl__param *param, double value) {
    char text[64], setting[160];
    tool_config config = *from;
    if (value < param->least || value > param->most) return;
    xl__value_text(param, value, text, sizeof text);
    snprintf(setting, sizeof setting, "%s=%s", param->name, text);
    tool_settings_join(from->cs->algorithm, from->settings, setting, config.settings);
    add(out, &config);
}

/* Every power of 2 from a sub-group, or 8 work-items, to the device's limit. */
static void add_groups(tool_candidates *out, const tool_session *s, const tool_config *from,
                       const xl__param *param, double now) {
    const size_t largest = xl__get_facts(s->device)->largest_group;
    for (int size = from->width > 8 ? from->width : 8; size <= param->most && (size_t)size <= largest;
         size *= 2)
        if (size != now) add_value(out, from, param, size);
}

void tool_candidates_vary(const tool_session *s, const tool_config *from, tool_candidates *out) {
    const xl__algorithm *algorithm = from->cs->algorithm;
    xl__preview preview;
    add(out, from);
    if (tool_plan_preview(s, from, &preview, NULL) != XL_SUCCESS) return;
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        const double now = preview.problem.value[p];
        if (param->role != XL__TUNING || tool_settings_have(from->settings, param->name) ||
            !xl__uses(algorithm, &preview.problem, &algorithm->strategies[from->strategy], p))
            continue;
        for (int v = 0; param->kind == XL__CHOICE && v <= (int)param->most; v++)
            if (v != (int)now) add_value(out, from, param, v);
        if (strcmp(param->name, "group") == 0) add_groups(out, s, from, param, now);
        if (param->kind == XL__CHOICE || strcmp(param->name, "group") == 0) continue;
        if (now >= 2.0) add_value(out, from, param, floor(now / 2.0));
        if (now >= 1.0) add_value(out, from, param, now * 2.0);
    }
}

bool tool_problem_shape(const xl__problem *problem, char out[TOOL_SETTINGS_TEXT]) {
    const xl__algorithm *algorithm = problem->algorithm;
    const bool product = xl__has_product(algorithm, problem);
    size_t used = 0;
    out[0] = '\0';
    for (int p = 0; p < algorithm->param_count; p++) {
        const xl__param *param = &algorithm->params[p];
        bool skip = param->role == XL__TUNING || param->kind == XL__REAL ||
                    (param->kind == XL__CHOICE && problem->value[p] == param->initial);
        for (int i = 0; i < 3 && algorithm->product[i]; i++)
            skip = skip || (strcmp(param->name, algorithm->product[i]) == 0 && product == (i == 0));
        if (skip) continue;
        char text[64];
        xl__value_text(param, problem->value[p], text, sizeof text);
        const int put =
            snprintf(out + used, TOOL_SETTINGS_TEXT - used, "%s%s=%s", used ? " " : "", param->name, text);
        if (put < 0 || (size_t)put >= TOOL_SETTINGS_TEXT - used) return false;
        used += (size_t)put;
    }
    return true;
}
