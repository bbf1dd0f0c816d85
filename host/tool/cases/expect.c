#include "cases/case.h"
#include "cases/elements.h"
#include "base/calls.h"
#include "system/parallel.h"
#include "table/lookup.h"
#include "table/values.h"
#include "text/print.h"
#include <stdio.h>
#include <stdlib.h>

/* For the line about a mistake; one algorithm at a time. */
static const xl__algorithm *expecting;

void tool_misplaced(const tool_part *part, int array) {
    const xl__algorithm *const algorithm = part->problem->algorithm;
    tool_print(stderr,
               TOOL_CASE_MISTAKE
               "%s/%s_case.c: .expect reads array %d, '%s', no input; is its enum in the order of .arrays?\n",
               algorithm->name, algorithm->name, array,
               array < algorithm->array_count ? algorithm->arrays[array].name : "");
    abort();
}

static void need(const void *there, const char *what) {
    const char *const name = expecting ? expecting->name : "?";
    if (there) return;
    tool_print(stderr,
               TOOL_CASE_MISTAKE
               "%s/%s_case.c: .expect sets %s in no such output; is its enum in the order of .arrays?\n",
               name, name, what);
    abort();
}

void tool_expect_whole(tool_expected *expected, size_t i, uint64_t whole) {
    if (tool_is_floating(expected->type)) {
        expected->value[i] = (double)(int64_t)whole;
    } else {
        need(expected->exact, "whole numbers");
        tool_put_whole(expected->exact, expected->type, i, whole);
    }
}

void tool_expect_near(tool_expected *expected, size_t i, double value, double allowed) {
    need(expected->value, "floats");
    expected->value[i] = value;
    expected->allowed[i] = allowed;
}

/* `count` elements are reported, the first `kept` are compared. */
static int make_counted(const xl__problem *problem, const xl__algorithm *algorithm, int array, uint64_t count,
                        uint64_t kept, tool_data *data, xl_error *error) {
    const xl_type type = xl__array_type(algorithm, array, problem);
    const int counted_by = xl__counter_of(algorithm, array);
    tool_expected *counter = &data->expected[counted_by];
    if (counter->type == XL_U32 && count > UINT32_MAX)
        return xl__fail(error, XL_BAD_VALUE, "%s: '%s' would have %llu elements; '%s' counts up to %u",
                        algorithm->name, algorithm->arrays[array].name, (unsigned long long)count,
                        algorithm->arrays[counted_by].name, UINT32_MAX);
    if (counter->type == XL_U32)
        *(uint32_t *)counter->exact = (uint32_t)count;
    else
        *(uint64_t *)counter->exact = count;
    tool_expected_free(&data->expected[array]);
    return tool_expected_make(&data->expected[array], type, (size_t)kept, error);
}

int tool_data_counted(const xl__problem *problem, const xl__algorithm *algorithm, int array, uint64_t count,
                      tool_data *data, xl_error *error) {
    return make_counted(problem, algorithm, array, count, count, data, error);
}

static tool_part start_part(const xl__problem *problem, tool_data *data, size_t i, size_t lanes) {
    return (tool_part){
        .problem = problem, .in = data->in, .expected = data->expected, .i = i, .lanes = lanes};
}

/* The first: outputs with one count have one capacity. */
static int counted_output(const xl__algorithm *algorithm) {
    int a = 0;
    while (!algorithm->arrays[a].counted_by) a++;
    return a;
}

enum { CHUNK = 65536 }; /* parts that one core computes */

static size_t end_of_chunk(size_t chunk, size_t parts) {
    const size_t end = (chunk + 1) * CHUNK;
    return end < parts ? end : parts;
}

/* Elements up to some part: all, and those that fit into the output. */
typedef struct totals {
    uint64_t all, kept;
} totals;

static uint64_t kept_of(uint64_t made, size_t capacity) {
    return made < capacity ? made : capacity;
}

static totals count_chunk(const tool_case *cs, const xl__problem *problem, tool_data *data, size_t chunk,
                          size_t parts) {
    const size_t capacity = data->elements[counted_output(cs->algorithm)];
    totals sum = {0, 0};
    for (size_t i = chunk * CHUNK; i < end_of_chunk(chunk, parts); i++) {
        const tool_part part = start_part(problem, data, i, 1);
        const uint64_t made = cs->count(&part);
        sum.all += made;
        sum.kept += kept_of(made, capacity);
    }
    return sum;
}

/* `before`: the chunk's first part. */
static void expect_chunk(const tool_case *cs, const xl__problem *problem, tool_data *data, size_t chunk,
                         size_t parts, totals before) {
    const size_t capacity = data->elements[counted_output(cs->algorithm)];
    for (size_t i = chunk * CHUNK; i < end_of_chunk(chunk, parts); i++) {
        tool_part part = start_part(problem, data, i, 1);
        const uint64_t made = cs->count(&part);
        part.made = kept_of(made, capacity);
        part.place = before.kept;
        part.begins = before.all;
        before.all += made;
        before.kept += part.made;
        cs->expect(&part);
    }
}

/* Counts first, so that each chunk's place is known and cores can share both steps. */
static int expect_counted(const tool_case *cs, const xl__problem *problem, tool_data *data, size_t parts,
                          xl_error *error) {
    const ptrdiff_t chunks = (ptrdiff_t)(parts / CHUNK + (parts % CHUNK > 0));
    totals *before = calloc((size_t)chunks + 1, sizeof *before);
    if (!before)
        return xl__fail(error, XL_NO_MEMORY, "%s: no memory for the expected results", cs->algorithm->name);
    TOOL_PARALLEL_FOR_IF(chunks > 1)
    for (ptrdiff_t c = 0; c < chunks; c++) before[c + 1] = count_chunk(cs, problem, data, (size_t)c, parts);
    for (ptrdiff_t c = 0; c < chunks; c++) {
        before[c + 1].all += before[c].all;
        before[c + 1].kept += before[c].kept;
    }
    int status = XL_SUCCESS;
    for (int a = 0; a < cs->algorithm->array_count && status == XL_SUCCESS; a++)
        if (xl__counter_of(cs->algorithm, a) >= 0)
            status =
                make_counted(problem, cs->algorithm, a, before[chunks].all, before[chunks].kept, data, error);
    if (status == XL_SUCCESS) {
        TOOL_PARALLEL_FOR_IF(chunks > 1)
        for (ptrdiff_t c = 0; c < chunks; c++) expect_chunk(cs, problem, data, (size_t)c, parts, before[c]);
    }
    free(before);
    return status;
}

static int expect_all(const tool_case *cs, const xl__problem *problem, tool_data *data, xl_error *error) {
    uint64_t parts = 0;
    const int refused = cs->refuse ? cs->refuse(problem, data, error) : XL_SUCCESS;
    if (refused != XL_SUCCESS) return refused;
    if (!cs->expect) return cs->reference(problem, data, error);
    if (!xl__value_of(cs->algorithm, problem, cs->parts, &parts))
        return xl__fail(error, XL_BAD_VALUE, "%s: '%s', .parts of its case, has no value",
                        cs->algorithm->name, cs->parts);
    if (cs->count) return expect_counted(cs, problem, data, (size_t)parts, error);
    const ptrdiff_t count = (ptrdiff_t)parts, step = cs->by_width ? problem->width : 1;
    xl__cost cost;
    xl__cost_of(cs->algorithm, problem, 0, &cost);
    TOOL_PARALLEL_FOR_IF(cost.operations > 100000.0) /* a small problem takes less time than threads do */
    for (ptrdiff_t i = 0; i < count; i += step) {
        const ptrdiff_t lanes = count - i < step ? count - i : step;
        const tool_part part = start_part(problem, data, (size_t)i, (size_t)lanes);
        cs->expect(&part);
    }
    return XL_SUCCESS;
}

uint64_t tool_count_given(const tool_array *count) {
    return count->type == XL_U64 ? *(const uint64_t *)count->data : *(const uint32_t *)count->data;
}

/* expected[] of outputs becomes empty. */
static int set_lengths(const xl__problem *problem, const xl__algorithm *algorithm, tool_data *data,
                       xl_error *error) {
    int status = XL_SUCCESS;
    for (int a = 0; a < algorithm->array_count && status == XL_SUCCESS; a++) {
        size_t shape[XL__MAX_RANK];
        int rank = 0;
        xl__array_elements(algorithm, a, problem, shape, &rank, &data->elements[a]);
        if (algorithm->arrays[a].direction != XL__OUT) continue;
        tool_expected_free(&data->expected[a]);
        status = tool_expected_make(&data->expected[a], xl__array_type(algorithm, a, problem),
                                    data->elements[a], error);
    }
    return status;
}

/* The rest does not matter to the first `count` elements. */
static int expect_counted_input(const tool_case *cs, const xl__problem *problem, uint64_t count,
                                tool_data *data, xl_error *error) {
    const xl__algorithm *const algorithm = cs->algorithm;
    const int n = xl__find_param(algorithm, "n"), status_array = xl__find_array(algorithm, "status");
    xl__problem first = *problem;
    size_t elements[XL__MAX_ARRAYS];
    const bool above = (double)count > problem->value[n];
    memcpy(elements, data->elements, sizeof elements);
    if (!above) first.value[n] = (double)count;
    int status = set_lengths(&first, algorithm, data, error);
    if (status == XL_SUCCESS) status = expect_all(cs, &first, data, error);
    if (status == XL_SUCCESS) tool_expect_whole(&data->expected[status_array], 0, above);
    memcpy(data->elements, elements, sizeof elements);
    return status;
}

static int expect_data(const tool_case *cs, const xl__problem *problem, tool_data *data, xl_error *error) {
    expecting = cs->algorithm;
    const int input = xl__count_input(cs->algorithm);
    if (input < 0 || !data->in[input].data) return expect_all(cs, problem, data, error);
    return expect_counted_input(cs, problem, tool_count_given(&data->in[input]), data, error);
}

int tool_data_expect(const tool_case *cs, const xl__problem *problem, tool_data *data, xl_error *error) {
    return XL__CALL(TOOL_CASE_CALL, expect_data, cs, problem, data, error);
}
