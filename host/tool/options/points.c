/* points.c - values with commas sweep, several parameters cross. */
#include "text/os_memory.h"
#include "system/os_start.h"
#include "options/select.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "text/suggest.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_POINTS = 100000 };

int tool_plan_types(const xl__algorithm *algorithm, xl_type out[XL__MAX_TYPES]) {
    for (int a = 0; a < algorithm->array_count; a++) {
        if (!xl__has_plan_type(&algorithm->arrays[a])) continue;
        int count = 0;
        while (count < XL__MAX_TYPES && algorithm->arrays[a].types[count] != XL_TYPE_NONE) {
            out[count] = algorithm->arrays[a].types[count];
            count++;
        }
        return count;
    }
    out[0] = XL_TYPE_NONE;
    return 1;
}

bool tool_settings_have(const char *settings, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = settings; *at; at += strcspn(at, " ,")) {
        at += strspn(at, " ,");
        if (strncmp(at, name, length) == 0 && at[length] == '=') return true;
    }
    return false;
}

static void append(char out[TOOL_SETTINGS_TEXT], const char *text, size_t length) {
    const size_t used = strlen(out);
    snprintf(out + used, TOOL_SETTINGS_TEXT - used, "%s%.*s", used ? " " : "", (int)length, text);
}

bool tool_settings_decide(const xl__algorithm *algorithm, const char *settings, const char *name) {
    if (tool_settings_have(settings, name)) return true;
    if (!algorithm || !algorithm->product[0]) return false;
    const char *const *product = algorithm->product;
    if (strcmp(name, product[0]) == 0)
        return tool_settings_have(settings, product[1]) || tool_settings_have(settings, product[2]);
    const bool factor = strcmp(name, product[1]) == 0 || strcmp(name, product[2]) == 0;
    return factor && tool_settings_have(settings, product[0]);
}

void tool_settings_join(const xl__algorithm *algorithm, const char *weak, const char *strong,
                        char out[TOOL_SETTINGS_TEXT]) {
    char joined[TOOL_SETTINGS_TEXT] = "";
    for (const char *at = weak ? weak : ""; *at;) {
        at += strspn(at, " ,");
        const size_t length = strcspn(at, " ,");
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "="), at);
        if (length && !tool_settings_decide(algorithm, strong, name)) append(joined, at, length);
        at += length;
    }
    if (*strong) append(joined, strong, strlen(strong));
    memcpy(out, joined, sizeof joined);
}

int tool_point_set(const tool_case *cs, tool_point *point, const char *name, const char *value,
                   xl_error *error) {
    const xl__algorithm *algorithm = cs->algorithm;
    if (strcmp(name, "type") == 0) {
        xl_type types[XL__MAX_TYPES];
        const int count = tool_plan_types(algorithm, types);
        for (int i = 0; i < count; i++)
            if (strcmp(xl_type_name(types[i]), value) == 0) point->type = types[i];
        if (point->type != XL_TYPE_NONE) return XL_SUCCESS;
        return xl__fail(error, XL_BAD_VALUE, "--set type=%s: %s takes no such element type", value,
                        algorithm->name);
    }
    if (strcmp(name, "distribution") == 0) {
        for (int i = 0; cs->distributions[i]; i++)
            if (strcmp(cs->distributions[i], value) == 0) point->distribution = cs->distributions[i];
        for (int i = 0; cs->edges && cs->edges[i]; i++)
            if (strcmp(cs->edges[i], value) == 0) point->distribution = cs->edges[i];
        if (point->distribution) return XL_SUCCESS;
        return xl__fail(error, XL_BAD_VALUE,
                        "--set distribution=%s: %s has no such input; 'crosslane list %s' shows them", value,
                        algorithm->name, algorithm->name);
    }
    char text[TOOL_SETTINGS_TEXT] = "";
    if (strcmp(name, "shape") == 0) {
        const char *at = value;
        int wanted = 0, given = 1;
        while (wanted < XL__MAX_RANK && algorithm->shape[wanted]) wanted++;
        for (const char *c = value; *c; c++) given += *c == 'x';
        if (given != wanted)
            return xl__fail(error, XL_BAD_VALUE, "--set shape=%s: %s has %d dimension%s, as in shape=%s",
                            value, algorithm->name, wanted, wanted == 1 ? "" : "s",
                            wanted == 1 ? "1000" : "128x1000");
        for (int i = 0; i < wanted; i++) {
            const size_t length = strcspn(at, "x");
            snprintf(text + strlen(text), sizeof text - strlen(text), "%s%s=%.*s", i ? " " : "",
                     algorithm->shape[i], (int)length, at);
            at += length;
            at += *at == 'x';
        }
    } else {
        snprintf(text, sizeof text, "%s=%s", name, value);
    }
    double values[XL__MAX_PARAMS];
    for (int i = 0; i < algorithm->param_count; i++) values[i] = algorithm->params[i].initial;
    const int status = xl__parse_settings(algorithm, text, values, error);
    if (status == XL_SUCCESS) tool_settings_join(NULL, point->settings, text, point->settings);
    return status;
}

bool tool_case_knows(const tool_case *cs, const char *name) {
    if (strcmp(name, "type") == 0) {
        xl_type types[XL__MAX_TYPES];
        return tool_plan_types(cs->algorithm, types) > 1;
    }
    if (strcmp(name, "shape") == 0) return cs->algorithm->shape[0] != NULL;
    return strcmp(name, "distribution") == 0 || xl__find_param(cs->algorithm, name) >= 0;
}

static int cross(const tool_case *cs, const char *name, const char *values, tool_points *points,
                 xl_error *error) {
    size_t alternatives = 1;
    for (const char *c = values; *c; c++) alternatives += *c == ',';
    if (points->count * alternatives > MAX_POINTS)
        return xl__fail(error, XL_BAD_VALUE, "--set spans more than %d points; take fewer values",
                        MAX_POINTS);
    tool_point *item = calloc(points->count * alternatives, sizeof *item);
    if (!item) return xl__fail(error, XL_NO_MEMORY, "no memory for the points of --set");
    size_t count = 0;
    int status = XL_SUCCESS;
    for (const char *at = values; status == XL_SUCCESS;) {
        const size_t length = strcspn(at, ",");
        char value[256];
        snprintf(value, sizeof value, "%.*s", (int)length, at);
        for (size_t i = 0; i < points->count && status == XL_SUCCESS; i++) {
            item[count] = points->item[i];
            status = tool_point_set(cs, &item[count], name, value, error);
            count++;
        }
        if (at[length] == '\0') break;
        at += length + 1;
    }
    free(points->item);
    points->item = item;
    points->count = count;
    return status;
}

int tool_points_expand(const tool_case *cs, const tool_words *settings, tool_points *out, xl_error *error) {
    *out = (tool_points){calloc(1, sizeof(tool_point)), 1};
    if (!out->item) return xl__fail(error, XL_NO_MEMORY, "no memory for the points of --set");
    int status = XL_SUCCESS;
    for (int i = 0; i < settings->count && status == XL_SUCCESS; i++) {
        char name[128];
        const size_t length = strcspn(settings->word[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, settings->word[i]);
        if (settings->word[i][length] == '=' && tool_case_knows(cs, name))
            status = cross(cs, name, settings->word[i] + length + 1, out, error);
    }
    xl__problem problem;
    for (size_t p = 0; p < out->count && status == XL_SUCCESS; p++)
        status = xl__read_settings(cs->algorithm, out->item[p].settings, &problem, error);
    if (status != XL_SUCCESS) tool_points_free(out);
    return status;
}

void tool_points_free(tool_points *points) {
    free(points->item);
    *points = (tool_points){NULL, 0};
}

bool tool_seen_add(tool_seen *seen, const char *text) {
    for (size_t i = 0; i < seen->count; i++)
        if (strcmp(seen->text[i], text) == 0) return false;
    const size_t size = strlen(text) + 1;
    seen->text = tool_need(realloc(seen->text, (seen->count + 1) * sizeof *seen->text));
    char *copy = tool_need(malloc(size)); /* without it a row would run twice */
    seen->text[seen->count++] = memcpy(copy, text, size);
    return true;
}

void tool_seen_free(tool_seen *seen) {
    for (size_t i = 0; i < seen->count; i++) free(seen->text[i]);
    free(seen->text);
    *seen = (tool_seen){NULL, 0};
}

static tool_exit complain_setting(const char *name, const tool_choice *choices, int count) {
    const char *known[XL__MAX_PARAMS * 8 + 3] = {"type", "distribution", "shape"};
    size_t found = 3;
    const tool_case *last = NULL;
    for (int c = 0; c < count; c++) {
        if (choices[c].cs == last) continue;
        last = choices[c].cs;
        for (int p = 0; p < last->algorithm->param_count && found < sizeof known / sizeof *known; p++)
            known[found++] = last->algorithm->params[p].name;
    }
    const char *near = tool_suggest(name, known, found);
    if (strcmp(name, "type") == 0)
        tool_complain("--set type: the arrays of what is chosen have one element type only; leave it out");
    else if (near)
        tool_complain("--set %s: unknown to every chosen algorithm; did you mean '%s'?", name, near);
    else
        tool_complain("--set %s: unknown to every chosen algorithm; 'crosslane list NAME' shows parameters",
                      name);
    return TOOL_USAGE;
}

static tool_exit check_names(const tool_options *o, const tool_choice *choices, int count) {
    for (int i = 0; i < o->settings.count; i++) {
        char name[128];
        const size_t length = strcspn(o->settings.word[i], "=");
        snprintf(name, sizeof name, "%.*s", (int)length, o->settings.word[i]);
        if (o->settings.word[i][length] != '=' || length == 0) {
            tool_complain("--set '%s': expected PARAM=VALUE[,VALUE...]", o->settings.word[i]);
            return TOOL_USAGE;
        }
        bool known = false;
        for (int c = 0; c < count && !known; c++) known = tool_case_knows(choices[c].cs, name);
        if (!known) return complain_setting(name, choices, count);
    }
    return TOOL_OK;
}

tool_exit tool_select_points(const tool_options *o, tool_choice *choices, int count, tool_points *out,
                             int *lists) {
    tool_exit status = check_names(o, choices, count);
    *lists = 0;
    for (int c = 0; c < count && status == TOOL_OK; c++) {
        xl_error error = {0};
        if (c > 0 && choices[c].cs == choices[c - 1].cs) {
            choices[c].points = choices[c - 1].points;
        } else if (tool_points_expand(choices[c].cs, &o->settings, &out[*lists], &error) == XL_SUCCESS) {
            choices[c].points = &out[(*lists)++];
        } else {
            tool_complain("%s", error.text);
            status = TOOL_USAGE;
        }
    }
    return status;
}
