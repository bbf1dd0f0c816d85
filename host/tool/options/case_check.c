#include "options/case_check.h"
#include "table/lookup.h"
#include "table/settings.h"
#include "base/status.h"
#include "check/table_check.h"
#include "table/values.h"
#include "text/complain.h"
#include "text/os_memory.h"
#include <stdio.h>
#include <string.h>

/* `word` NULL: the whole field. */
static int fail(const tool_case *cs, xl_error *error, const char *field, const char *word, const char *what) {
    const char *const quote = word ? "'" : "";
    return xl__fail(error, XL_BAD_VALUE, "%s, %s of its case: %s%s%s%s%s", cs->algorithm->name, field, quote,
                    word ? word : "", quote, word ? " " : "", what);
}

/* Lack of memory is no mistake of the table. */
static int fail_inner(const tool_case *cs, xl_error *error, const char *field, const char *word,
                      const xl_error *inner) {
    fail(cs, error, field, word, inner->text);
    return error->status = inner->status;
}

static int check_settings(const tool_case *cs, const char *field, const char *settings, xl_error *error) {
    xl__problem problem = {.algorithm = cs->algorithm};
    xl_error inner = {0};
    if (!settings || xl__read_settings(cs->algorithm, settings, &problem, &inner) == XL_SUCCESS)
        return XL_SUCCESS;
    return fail_inner(cs, error, field, settings, &inner);
}

static int check_settings_list(const tool_case *cs, const char *field, const char *const *list,
                               xl_error *error) {
    int status = XL_SUCCESS;
    for (int i = 0; list && list[i] && status == XL_SUCCESS; i++)
        status = check_settings(cs, field, list[i], error);
    return status;
}

static int check_all_settings(const tool_case *cs, xl_error *error) {
    if (!cs->verify_base) return fail(cs, error, ".verify_base", NULL, "is not there");
    if (!cs->bench_settings || !cs->bench_settings[0])
        return fail(cs, error, ".bench_settings", NULL, "is empty");
    int status = check_settings(cs, ".verify_base", cs->verify_base, error);
    if (status == XL_SUCCESS)
        status = check_settings_list(cs, ".verify_settings", cs->verify_settings, error);
    if (status == XL_SUCCESS) status = check_settings_list(cs, ".bench_settings", cs->bench_settings, error);
    return status == XL_SUCCESS ? check_settings(cs, ".picture_settings", cs->picture_settings, error)
                                : status;
}

static int check_input(const tool_case *cs, const tool_input *input, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    const int found = xl__find_array(algorithm, input->array);
    const xl__array_desc *const array = found >= 0 ? &algorithm->arrays[found] : NULL;
    if (!array || array->direction != (input->only ? XL__IN_OPTIONAL : XL__IN))
        return fail(cs, error, ".inputs", input->array,
                    input->only ? "is no optional input" : "is no input that is always there");
    if (input->bits && input->whole) return fail(cs, error, ".inputs", input->array, "is made in two ways");
    for (int t = 0; t < XL__MAX_TYPES && array->types[t]; t++) {
        const size_t size = xl_type_size(array->types[t]);
        if (!input->whole && size != 1 && size != 4)
            return fail(cs, error, ".inputs", input->array,
                        "has elements that its bits do not fill (.whole)");
    }
    return XL_SUCCESS;
}

static int check_inputs(const tool_case *cs, xl_error *error) {
    int status = XL_SUCCESS;
    if (!cs->generate && !cs->inputs)
        return fail(cs, error, ".inputs", NULL, "is not there, and no .generate");
    if (!cs->distributions || !cs->distributions[0])
        return fail(cs, error, ".distributions", NULL, "is empty");
    for (const tool_input *input = cs->inputs; input && input->array && status == XL_SUCCESS; input++)
        status = check_input(cs, input, error);
    return status;
}

static int check_counts(const tool_case *cs, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    const int input = cs->counts_of ? xl__find_array(algorithm, cs->counts_of) : -1;
    int outputs = 0;
    bool counts = true;
    if (!cs->counts_of) return XL_SUCCESS;
    if (input < 0 || algorithm->arrays[input].direction != XL__IN)
        return fail(cs, error, ".counts_of", cs->counts_of, "is no input that is always there");
    for (int a = 0; a < algorithm->array_count; a++) {
        const xl__array_desc *const array = &algorithm->arrays[a];
        if (array->direction != XL__OUT || array->typed_by) continue; /* a status of a count is no result */
        outputs++;
        counts = counts && array->types[0] == XL_U32 && !array->types[1];
    }
    return outputs == 1 && counts ? XL_SUCCESS
                                  : fail(cs, error, ".counts_of", cs->counts_of,
                                         "is counted by one output of u32, and no other");
}

static int check_expectations(const tool_case *cs, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    const char *const parts = cs->parts ? cs->parts : "";
    if (!cs->expect == !cs->reference)
        return fail(cs, error, ".expect", NULL,
                    "one of .expect and .reference has to be there, and not both");
    if (!cs->expect != !cs->parts)
        return fail(cs, error, ".parts", NULL, "belongs to .expect, one needs the other");
    if (!cs->expect) return XL_SUCCESS;
    bool counted = false;
    for (int a = 0; a < algorithm->array_count; a++) counted = counted || algorithm->arrays[a].counted_by;
    if (!cs->count == counted)
        return fail(cs, error, ".count", NULL, "belongs to an output that is counted, one needs the other");
    xl__problem problem = {.algorithm = algorithm, .width = 4, .group_size = 4};
    uint64_t number = 0;
    const int status = xl__read_settings(algorithm, cs->verify_base, &problem, error);
    if (status != XL_SUCCESS) return status;
    return xl__value_of(algorithm, &problem, parts, &number)
               ? XL_SUCCESS
               : fail(cs, error, ".parts", parts, "has no value");
}

static size_t words_in(const char *list) {
    size_t count = 1;
    for (; *list; list++) count += *list == ',';
    return count;
}

/* As --set would take them; widths are no setting. */
static int expand_sweep(const tool_case *cs, const tool_sweep *s, size_t *values, xl_error *error) {
    tool_words words = {.count = 0};
    tool_points points;
    xl_error inner = {0};
    if (!s->by_width) words.word[words.count++] = s->axis;
    for (int i = 0; s->settings && s->settings[i]; i++) words.word[words.count++] = s->settings[i];
    for (int i = 0; i < words.count; i++) {
        char name[128];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(words.word[i], "="), words.word[i]);
        if (!tool_case_knows(cs, name))
            return fail(cs, error, ".sweeps", words.word[i], "sets what there is not");
    }
    if (tool_points_expand(cs, &words, &points, &inner) != XL_SUCCESS)
        return fail_inner(cs, error, ".sweeps", s->name, &inner);
    *values = s->by_width ? words_in(strchr(s->axis, '=') + 1) : points.count;
    tool_points_free(&points);
    return XL_SUCCESS;
}

static int check_sweep(const tool_case *cs, const tool_sweep *s, xl_error *error) {
    size_t values = 0;
    if (!s->question || !s->title || !s->axis || !strchr(s->axis, '='))
        return fail(cs, error, ".sweeps", s->name, "lacks its question, title or axis");
    const int status = expand_sweep(cs, s, &values, error);
    if (status != XL_SUCCESS) return status;
    if (values != words_in(strchr(s->axis, '=') + 1) || values > TOOL_SWEEP_VALUES)
        return fail(cs, error, ".sweeps", s->name, "is no row of values of one parameter, or a long one");
    if (s->labels && words_in(s->labels) != values)
        return fail(cs, error, ".sweeps", s->name, "has not as many labels as values");
    return XL_SUCCESS;
}

static int check_shown(const tool_case *cs, const tool_domain *d, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    for (const char *at = d->shows ? d->shows : ""; *at;) {
        char name[64];
        const size_t length = strcspn(at, " ");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        const int strategy = xl__find_strategy(algorithm, name);
        if (strategy < 0 || !(algorithm->strategies[strategy].flags & XL__WRONG))
            return fail(cs, error, ".domains", name, "is no planted kernel");
        at += length + strspn(at + length, " ");
    }
    return d->shows && d->shows[0] ? XL_SUCCESS
                                   : fail(cs, error, ".domains", d->name, "shows no planted kernel (.shows)");
}

static int check_domain(const tool_case *cs, const tool_domain *d, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    const int reference = d->reference ? xl__find_strategy(algorithm, d->reference) : -1;
    const char *what = NULL;
    if (!d->help || !d->value || d->count == 0)
        what = "lacks its help, value or count";
    else if (!d->size || xl__find_param(algorithm, d->size) < 0)
        what = "has a size (.size) that is no parameter";
    else if (!d->input || xl__find_array(algorithm, d->input) < 0)
        what = "has an input (.input) that is no array";
    else if (reference < 0 || algorithm->strategies[reference].flags & XL__WRONG)
        what = "has a reference (.reference) that is no strategy, or a planted one";
    else if (d->result && xl__find_array(algorithm, d->result) < 0)
        what = "has a result (.result) that is no array";
    if (what) return fail(cs, error, ".domains", d->name, what);
    const int status = check_settings(cs, ".domains", d->settings, error);
    return status == XL_SUCCESS ? check_shown(cs, d, error) : status;
}

int tool_check_case(const tool_case *cs, xl_error *error) {
    int status = check_all_settings(cs, error);
    if (status == XL_SUCCESS) status = check_inputs(cs, error);
    if (status == XL_SUCCESS) status = check_counts(cs, error);
    if (status == XL_SUCCESS) status = check_expectations(cs, error);
    for (const tool_sweep *s = cs->sweeps; s && s->name && status == XL_SUCCESS; s++)
        status = check_sweep(cs, s, error);
    for (const tool_domain *d = cs->domains; d && d->name && status == XL_SUCCESS; d++)
        status = check_domain(cs, d, error);
    return status;
}

/* A kernel of --kernel-dir belongs to a copy of a built-in case. */
static bool is_chosen(const tool_case *cs, const tool_choice *choices, int count) {
    for (int c = 0; c < count; c++)
        if (strcmp(choices[c].cs->algorithm->name, cs->algorithm->name) == 0) return true;
    return false;
}

tool_exit tool_check_tables(const tool_choice *choices, int count) {
    enum { MOST = 64 };
    static bool checked[MOST];
    for (int a = 0; tool_cases[a]; a++) {
        xl_error error = {0};
        if ((a < MOST && checked[a]) || !is_chosen(tool_cases[a], choices, count)) continue;
        const char *const name = tool_cases[a]->algorithm->name, *const folder =
                                                                     xl__folder(tool_cases[a]->algorithm);
        const char *file = "";
        int status = xl__check_table(tool_cases[a]->algorithm, false, &error);
        if (status == XL_SUCCESS) {
            file = "_case";
            status = tool_check_case(tool_cases[a], &error);
        }
        if (status == XL_NO_MEMORY) tool_need(NULL);
        if (status != XL_SUCCESS) {
            tool_complain("kernels/%s/%s%s.c: %s; if you have not changed this file, please report it",
                          folder, name, file, error.text);
            return TOOL_BROKEN;
        }
        if (a < MOST) checked[a] = true;
    }
    return TOOL_OK;
}
