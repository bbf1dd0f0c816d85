#include "options/used.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "table/values.h"
#include <stdio.h>
#include <string.h>

/* These commands do not use a case's verify_settings. */
static bool times_only(const tool_options *o) {
    return o->command == TOOL_COMMAND_bench || o->command == TOOL_COMMAND_tune;
}

static void name_of(const char *word, char name[128]) {
    snprintf(name, 128, "%.*s", (int)strcspn(word, "="), word);
}

static bool is_in_shape(const xl__algorithm *algorithm, const char *name) {
    for (int i = 0; i < XL__MAX_RANK && algorithm->shape[i]; i++)
        if (strcmp(algorithm->shape[i], name) == 0) return true;
    return false;
}

/* Equal names, or `shape` and a size of a chosen algorithm's shape. */
static bool collide(const char *a, const char *b, const tool_choice *choices, int count) {
    if (strcmp(a, b) == 0) return true;
    const char *other = strcmp(a, "shape") == 0 ? b : strcmp(b, "shape") == 0 ? a : NULL;
    for (int c = 0; c < count && other; c++)
        if (is_in_shape(choices[c].cs->algorithm, other)) return true;
    return false;
}

tool_exit tool_check_given_once(const tool_options *o, const tool_choice *choices, int count) {
    for (int i = 0; i < o->settings.count; i++)
        for (int j = i + 1; j < o->settings.count; j++) {
            char a[128], b[128];
            name_of(o->settings.word[i], a);
            name_of(o->settings.word[j], b);
            if (!collide(a, b, choices, count)) continue;
            if (strcmp(a, b) == 0)
                tool_complain("--set %s is given twice; several values are --set %s=VALUE,VALUE", a, a);
            else
                tool_complain("--set %s and --set %s give the same size; take one", a, b);
            return TOOL_USAGE;
        }
    return TOOL_OK;
}

typedef struct question {
    const tool_choice *choice;
    int param;
} question;

bool tool_reads(const xl__algorithm *algorithm, const xl__problem *problem, int strategy, int param) {
    if (strategy != TOOL_AUTO_STRATEGY)
        return xl__uses(algorithm, problem, &algorithm->strategies[strategy], param);
    for (int s = 0; s < algorithm->strategy_count; s++) {
        const xl__strategy *const right = &algorithm->strategies[s];
        if (!(right->flags & XL__WRONG) && xl__uses(algorithm, problem, right, param)) return true;
    }
    return false;
}

void tool_settings_keep_used(const xl__algorithm *algorithm, int strategy, xl_type type, bool cpu,
                             const char *settings, char out[TOOL_SETTINGS_TEXT]) {
    char kept[TOOL_SETTINGS_TEXT] = "";
    xl_type types[XL__MAX_TYPES];
    tool_plan_types(algorithm, types);
    xl__problem problem = {.type = type == XL_TYPE_NONE ? types[0] : type, .cpu = cpu};
    xl__read_settings(algorithm, settings, &problem, NULL);
    for (const char *at = settings + strspn(settings, " ,"); *at; at += strspn(at, " ,")) {
        char name[128];
        const size_t used = strlen(kept), length = strcspn(at, " ,");
        name_of(at, name);
        const int param = xl__find_param(algorithm, name);
        if (param < 0 || tool_reads(algorithm, &problem, strategy, param))
            snprintf(kept + used, sizeof kept - used, "%s%.*s", used ? " " : "", (int)length, at);
        at += length;
    }
    memcpy(out, kept, sizeof kept);
}

/* "histogram/match_global, histogram/match_local", right strategies. */
static void owners_text(const char *param, const tool_choice *choices, int count, char *out, size_t size) {
    size_t used = 0;
    out[0] = '\0';
    for (int c = 0; c < count; c++) {
        const xl__algorithm *algorithm = choices[c].cs->algorithm;
        const int index = xl__find_param(algorithm, param);
        if (index < 0 || (c > 0 && choices[c].cs == choices[c - 1].cs)) continue;
        for (int s = 0; s < algorithm->strategy_count; s++) {
            const xl__strategy *strategy = &algorithm->strategies[s];
            if (strategy->flags & XL__WRONG || !xl__has_param(algorithm, strategy, index)) continue;
            const int put = snprintf(out + used, size - used, "%s%s/%s", used ? ", " : "", algorithm->name,
                                     strategy->name);
            if (put > 0 && (size_t)put < size - used) used += (size_t)put;
        }
    }
}

void tool_unread_text(const char *param, const char *taken, bool had, const tool_choice *choices, int count,
                      char *out, size_t size) {
    char who[128] = "nothing that runs here", owners[1024];
    owners_text(param, choices, count, owners, sizeof owners);
    if (taken) snprintf(who, sizeof who, "auto took '%s' here, which does not", taken);
    if (!had && owners[0])
        snprintf(out, size, "--set %s: %s %s it; it belongs to %s", param, who, taken ? "have" : "has",
                 owners);
    else
        snprintf(out, size, "--set %s: %s %s it; leave it out ('crosslane list NAME' shows whose it is)",
                 param, who, taken ? "read" : "reads");
}

/* The point's settings override the case's settings `own`. */
static int read_values(const xl__algorithm *algorithm, const tool_point *point, const char *own,
                       xl__problem *problem, xl_error *error) {
    char settings[TOOL_SETTINGS_TEXT];
    tool_settings_join(algorithm, own, point->settings, settings);
    return xl__read_settings(algorithm, settings, problem, error);
}

static bool used_at(const question *q, const tool_point *point, const char *own) {
    const xl__algorithm *algorithm = q->choice->cs->algorithm;
    xl__problem problem = {.type = point->type};
    xl_type types[XL__MAX_TYPES];
    const int count = tool_plan_types(algorithm, types);
    if (read_values(algorithm, point, own, &problem, NULL) != XL_SUCCESS) return true;
    for (int t = 0; t < count; t++) {
        if (point->type != XL_TYPE_NONE && types[t] != point->type) continue;
        problem.type = types[t];
        if (tool_reads(algorithm, &problem, q->choice->strategy, q->param)) return true;
    }
    return false;
}

/* With each of the case's settings for verify or bench, or with none. */
static bool used_with(const question *q, const tool_points *points, const char *const *extra) {
    for (size_t i = 0; i < points->count; i++) {
        if (used_at(q, &points->item[i], "")) return true;
        for (int e = 0; extra && extra[e]; e++)
            if (used_at(q, &points->item[i], extra[e])) return true;
    }
    return false;
}

/* *known: a chosen algorithm has the parameter; *had: a chosen strategy does. */
static bool is_used(const tool_options *o, const char *name, const tool_choice *choices, int count,
                    bool *known, bool *had) {
    bool used = false;
    for (int c = 0; c < count && !used; c++) {
        const tool_case *cs = choices[c].cs;
        const question q = {&choices[c], xl__find_param(cs->algorithm, name)};
        if (q.param < 0) continue;
        *known = true;
        *had = *had || choices[c].strategy == TOOL_AUTO_STRATEGY ||
               xl__has_param(cs->algorithm, &cs->algorithm->strategies[choices[c].strategy], q.param);
        if (!times_only(o)) used = used_with(&q, choices[c].points, cs->verify_settings);
        if (!used && o->command != TOOL_COMMAND_verify)
            used = used_with(&q, choices[c].points, cs->bench_settings);
    }
    return used;
}

tool_exit tool_check_used(const tool_options *o, const tool_choice *choices, int count) {
    for (int i = 0; i < o->settings.count; i++) {
        char name[128], line[XL_ERROR_TEXT];
        bool known = false, had = false;
        name_of(o->settings.word[i], name);
        if (is_used(o, name, choices, count, &known, &had) || !known) continue;
        tool_unread_text(name, NULL, had, choices, count, line, sizeof line);
        tool_complain("%s", line);
        return TOOL_USAGE;
    }
    return TOOL_OK;
}

/* Some element type passes the algorithm's check, with the case's settings `own`. */
static bool fits_with(const xl__algorithm *algorithm, const tool_point *point, const char *own,
                      xl_error *error) {
    xl_type types[XL__MAX_TYPES];
    const int count = tool_plan_types(algorithm, types);
    for (int t = 0; t < count; t++) {
        xl__problem problem = {.type = types[t]}; /* check may change it */
        if (point->type != XL_TYPE_NONE && types[t] != point->type) continue;
        int status = read_values(algorithm, point, own, &problem, error);
        if (status == XL_SUCCESS && algorithm->check) status = algorithm->check(&problem, error);
        if (status == XL_SUCCESS) return true;
    }
    return false;
}

/* Verify adds each of `extra` to its base, bench uses each alone; no list counts as one empty text. */
static bool fits_some(const tool_case *cs, const tool_point *point, const char *base,
                      const char *const *extra, xl_error *error) {
    static const char *const nothing[] = {"", NULL};
    for (const char *const *e = extra && extra[0] ? extra : nothing; *e; e++) {
        char own[TOOL_SETTINGS_TEXT];
        tool_settings_join(cs->algorithm, base, *e, own);
        if (fits_with(cs->algorithm, point, own, error)) return true;
    }
    return false;
}

static bool all_fit(const tool_options *o, const tool_choice *choice, xl_error *error) {
    const tool_case *cs = choice->cs;
    bool fit = true;
    for (size_t i = 0; i < choice->points->count && fit; i++) {
        const tool_point *point = &choice->points->item[i];
        fit = !times_only(o) && fits_some(cs, point, cs->verify_base, cs->verify_settings, error);
        if (!fit && o->command != TOOL_COMMAND_verify)
            fit = fits_some(cs, point, "", cs->bench_settings, error);
    }
    return fit;
}

tool_exit tool_check_fitting(const tool_options *o, const tool_choice *choices, int count) {
    for (int c = 0; c < count; c++) {
        xl_error error = {0};
        if ((c > 0 && choices[c].cs == choices[c - 1].cs) || all_fit(o, &choices[c], &error)) continue;
        tool_complain("%s", error.text);
        return TOOL_USAGE;
    }
    return TOOL_OK;
}
