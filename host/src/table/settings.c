#include "table/settings.h"
#include "table/lookup.h"
#include "base/text.h"
#include "table/real.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { QUOTED = 80 }; /* bytes of a text in a message */

int xl__check_value(const xl__algorithm *algorithm, int param, xl__real value, xl_error *error) {
    const xl__param *p = &algorithm->params[param];
    char given[XL__NUMBER_TEXT], least[XL__NUMBER_TEXT], most[XL__NUMBER_TEXT];
    const bool inside = !isnan(value.value) && xl__real_compare(value, (xl__real){p->least, 0.0}) >= 0 &&
                        xl__real_compare(value, (xl__real){p->most, 0.0}) <= 0;
    if (inside && (p->kind == XL__REAL || (value.value == floor(value.value) && value.rest == 0.0)))
        return XL_SUCCESS; /* every enqueue comes here */
    xl__real_text(value, given);
    if (!inside)
        return xl__fail(error, XL_BAD_VALUE, "%s: %s=%s is out of range, %s to %s", algorithm->name, p->name,
                        given, xl__real_text((xl__real){p->least, 0.0}, least),
                        xl__real_text((xl__real){p->most, 0.0}, most));
    return xl__fail(error, XL_BAD_VALUE, "%s: %s=%s must be a whole number", algorithm->name, p->name, given);
}

static void put_value(xl__problem *problem, int param, xl__real value) {
    problem->value[param] = value.value;
    problem->rest[param] = value.rest;
}

static int take_param(const xl__algorithm *algorithm, int param, bool *seen, xl_error *error) {
    if (seen[param])
        return xl__fail(error, XL_BAD_VALUE, "%s: %s is given twice", algorithm->name,
                        algorithm->params[param].name);
    seen[param] = true;
    return XL_SUCCESS;
}

static int parse_value(const xl__algorithm *algorithm, int param, const char *text, size_t size,
                       xl__problem *problem, bool *seen, xl_error *error) {
    const xl__param *p = &algorithm->params[param];
    xl__real value = {0, 0};
    if (take_param(algorithm, param, seen, error) != XL_SUCCESS) return XL_BAD_VALUE;
    if (p->kind == XL__CHOICE) {
        const int choice = xl__find_choice(p->choices, text, size);
        if (choice < 0)
            return xl__fail(error, XL_BAD_VALUE, "%s: %s=%.*s is none of %s", algorithm->name, p->name,
                            (int)(size < QUOTED ? size : QUOTED), text, p->choices);
        value.value = choice;
    } else if (!xl__parse_real(text, size, &value)) {
        return xl__fail(error, XL_BAD_VALUE, "%s: %s=%.*s is not a number", algorithm->name, p->name,
                        (int)(size < QUOTED ? size : QUOTED), text);
    }
    const int status = xl__check_value(algorithm, param, value, error);
    if (status == XL_SUCCESS) put_value(problem, param, value);
    return status;
}

/* "shape=128x64": for the parameters of the algorithm's shape. */
static int parse_shape(const xl__algorithm *algorithm, const char *text, size_t size, xl__problem *problem,
                       bool *seen, xl_error *error) {
    int rank = 0;
    const char *at = text, *end = text + size;
    while (rank < XL__MAX_RANK && algorithm->shape[rank]) {
        const char *x = memchr(at, 'x', (size_t)(end - at));
        const size_t length = (size_t)((x ? x : end) - at);
        const int param = xl__find_param(algorithm, algorithm->shape[rank]);
        if (param < 0) break;
        const int status = parse_value(algorithm, param, at, length, problem, seen, error);
        if (status != XL_SUCCESS) return status;
        rank++;
        at += length;
        if (at < end) at++;
        if (!x) break;
    }
    const bool complete = rank == XL__MAX_RANK || !algorithm->shape[rank];
    if (rank == 0 || !complete || at != end)
        return xl__fail(error, XL_BAD_VALUE,
                        "%s: shape=%.*s must have one number for each dimension, as in 128x64",
                        algorithm->name, (int)(size < QUOTED ? size : QUOTED), text);
    return XL_SUCCESS;
}

static int fail_unknown(const xl__algorithm *algorithm, const char *name, size_t size, xl_error *error) {
    char known[512];
    size_t used = 0;
    known[0] = '\0';
    for (int i = 0; i < algorithm->param_count && used < sizeof known; i++) {
        const int put = snprintf(known + used, sizeof known - used, " %s", algorithm->params[i].name);
        if (put > 0) used += (size_t)put;
    }
    return xl__fail(error, XL_BAD_NAME, "%s has no parameter '%.*s'; it has:%s", algorithm->name,
                    (int)(size < QUOTED ? size : QUOTED), name, known);
}

int xl__parse_problem(const xl__algorithm *algorithm, const char *text, xl__problem *problem,
                      xl_error *error) {
    bool seen[XL__MAX_PARAMS] = {false};
    return xl__add_settings(algorithm, text, problem, seen, error);
}

int xl__parse_settings(const xl__algorithm *algorithm, const char *text, double *values, xl_error *error) {
    const size_t bytes = (size_t)algorithm->param_count * sizeof *values;
    xl__problem problem = {0};
    memcpy(problem.value, values, bytes);
    const int status = xl__parse_problem(algorithm, text, &problem, error);
    memcpy(values, problem.value, bytes);
    return status;
}

int xl__add_setting(const xl__algorithm *algorithm, const xl_setting *setting, xl__problem *problem,
                    bool *seen, xl_error *error) {
    const int param = setting->name ? xl__find_param(algorithm, setting->name) : -1;
    if (!setting->name) return xl__fail(error, XL_BAD_VALUE, "%s: a setting's name is NULL", algorithm->name);
    if (param < 0) return fail_unknown(algorithm, setting->name, strlen(setting->name), error);
    if (setting->word)
        return parse_value(algorithm, param, setting->word, strlen(setting->word), problem, seen, error);
    int status = take_param(algorithm, param, seen, error);
    const xl__real value = {setting->number, 0.0};
    if (status == XL_SUCCESS) status = xl__check_value(algorithm, param, value, error);
    if (status == XL_SUCCESS) put_value(problem, param, value);
    return status;
}

int xl__add_settings(const xl__algorithm *algorithm, const char *text, xl__problem *problem, bool *seen,
                     xl_error *error) {
    static const char separators[] = " ,\t\n";
    if (!text) return XL_SUCCESS;
    for (const char *at = text + strspn(text, separators); *at; at += strspn(at, separators)) {
        const size_t size = strcspn(at, separators);
        const char *equals = memchr(at, '=', size);
        if (!equals)
            return xl__fail(error, XL_BAD_VALUE, "%s: '%.*s' is not of the form name=value", algorithm->name,
                            (int)(size < QUOTED ? size : QUOTED), at);
        const size_t name_size = (size_t)(equals - at), value_size = size - name_size - 1;
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)name_size, at);
        const int param = name_size < sizeof name ? xl__find_param(algorithm, name) : -1;
        int status = XL_SUCCESS;
        if (param >= 0)
            status = parse_value(algorithm, param, equals + 1, value_size, problem, seen, error);
        else if (strcmp(name, "shape") == 0 && algorithm->shape[0])
            status = parse_shape(algorithm, equals + 1, value_size, problem, seen, error);
        else
            status = fail_unknown(algorithm, at, name_size, error);
        if (status != XL_SUCCESS) return status;
        at += size;
    }
    return XL_SUCCESS;
}

int xl__read_settings(const xl__algorithm *algorithm, const char *text, xl__problem *problem,
                      xl_error *error) {
    const int count = algorithm->param_count;
    for (int p = 0; p < count; p++) put_value(problem, p, (xl__real){NAN, 0.0}); /* stays if not named */
    const int status = xl__parse_problem(algorithm, text, problem, error);
    problem->given = 0;
    for (int p = 0; p < count; p++) {
        if (isnan(problem->value[p]))
            problem->value[p] = algorithm->params[p].initial;
        else
            problem->given |= 1u << p;
    }
    return status == XL_SUCCESS ? xl__settle_product(algorithm, problem, error) : status;
}

static void value_text(const xl__param *param, xl__real value, char *text, size_t size) {
    if (param->kind != XL__CHOICE) {
        char number[XL__NUMBER_TEXT];
        snprintf(text, size, "%s", xl__real_text(value, number));
        return;
    }
    const char *at = param->choices;
    for (int skip = (int)value.value; skip > 0 && *at; skip--) {
        at += strcspn(at, "|");
        if (*at) at++;
    }
    snprintf(text, size, "%.*s", (int)strcspn(at, "|"), at);
}

void xl__value_text(const xl__param *param, double value, char *text, size_t size) {
    value_text(param, (xl__real){value, 0.0}, text, size);
}

void xl__param_text(const xl__algorithm *algorithm, const xl__problem *problem, int param, char *text,
                    size_t size) {
    value_text(&algorithm->params[param], xl__real_of(problem, param), text, size);
}
