/* Inputs and reference of sort. */
#include "cases/keys.h"
#include "system/parallel.h"
#include <stdlib.h>

enum { N, ORDER, LOW, BITS, VALUE, KEYS = 0, VALUES, SORTED_KEYS, SORTED_VALUES };

/* ---- inputs ----------------------------------------------------------------------------------------------
 */

/* Each is its position times an odd number. */
static int generate_values(const xl__problem *problem, tool_data *data, xl_error *error) {
    const int status = tool_data_allocate(problem, &xl__algorithm_sort, VALUES, data, error);
    const size_t n = status == XL_SUCCESS ? data->elements[VALUES] : 0;
    const bool wide = n > 0 && xl_type_size(data->in[VALUES].type) == 8;
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = i * UINT64_C(0x9e3779b97f4a7c15);
        if (wide)
            ((uint64_t *)data->in[VALUES].data)[i] = value;
        else
            ((uint32_t *)data->in[VALUES].data)[i] = (uint32_t)value;
    }
    return status;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const int status = tool_keys_fill("sort", distribution, seed, problem->type, data->in[KEYS].data,
                                      data->elements[KEYS], error);
    return status == XL_SUCCESS && problem->value[VALUE] != 0 ? generate_values(problem, data, error)
                                                              : status;
}

/* ---- reference: a merge sort -----------------------------------------------------------------------------
 */

typedef struct entry {
    uint64_t number; /* the sort key */
    size_t place;
} entry;

static void merge(const entry *from, entry *to, size_t first, size_t middle, size_t end) {
    size_t left = first, right = middle;
    for (size_t at = first; at < end; at++) {
        const bool takes_left = left < middle && (right == end || from[left].number <= from[right].number);
        to[at] = takes_left ? from[left++] : from[right++];
    }
}

static entry *merge_sort(entry *entries, entry *spare, size_t n) {
    for (size_t run = 1; run < n; run *= 2) {
        const size_t merges = (n - 1) / (2 * run) + 1;
        const long long pairs = (long long)merges;
        TOOL_PARALLEL_FOR_IF(pairs > 1 && n > 65536)
        for (long long p = 0; p < pairs; p++) {
            const size_t first = 2 * run * (size_t)p, middle = first + run < n ? first + run : n;
            merge(entries, spare, first, middle, middle + run < n ? middle + run : n);
        }
        entry *const other = entries;
        entries = spare;
        spare = other;
    }
    return entries;
}

static uint64_t sorted_number(const xl__problem *problem, const void *keys, size_t i) {
    const int low = (int)problem->value[LOW], given = (int)problem->value[BITS];
    const int bits = given > 0 ? given : tool_key_bits(problem->type) - low;
    const uint64_t number = tool_key_number(keys, problem->type, i);
    const uint64_t most = UINT64_MAX >> (64 - bits), own = number >> low & most;
    return problem->value[ORDER] != 0 ? most - own : own;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const size_t n = data->elements[KEYS];
    const void *const keys = data->in[KEYS].data;
    const void *const values = data->in[VALUES].data;
    tool_expected *const expected = &data->expected[SORTED_KEYS];
    tool_expected *const moved = &data->expected[SORTED_VALUES];
    const bool valued = problem->value[VALUE] != 0;
    entry *const entries = malloc((n + 1) * sizeof *entries), *const spare = malloc((n + 1) * sizeof *spare);
    int status =
        entries && spare ? XL_SUCCESS : xl__fail(error, XL_NO_MEMORY, "sort: no memory for the reference");
    if (status == XL_SUCCESS && tool_is_floating(problem->type)) status = tool_expect_bits(expected, error);
    if (status == XL_SUCCESS && tool_is_floating(moved->type)) status = tool_expect_bits(moved, error);
    if (status == XL_SUCCESS) {
        for (size_t i = 0; i < n; i++) entries[i] = (entry){sorted_number(problem, keys, i), i};
        const entry *const sorted = merge_sort(entries, spare, n);
        for (size_t i = 0; i < n; i++) tool_expected_copy(expected, i, keys, sorted[i].place);
        for (size_t i = 0; i < n && valued; i++) tool_expected_copy(moved, i, values, sorted[i].place);
    }
    free(entries);
    free(spare);
    return status;
}

#define OF_U32 "type=u32", "distribution=uniform"
const tool_case tool_case_sort = {
    .algorithm = &xl__algorithm_sort,
    .distributions = TOOL_KEY_DISTRIBUTIONS,
    .edges = TOOL_KEY_EDGES,
    .verify_base = "n=10007",
    .verify_settings = TOOL_TEXTS(
        "", "n=1999 order=descending value=i64 digit=5", "n=250 low=3 bits=13 value=u32",
        "order=descending items=4 value=u32", "low=3 bits=13 items=4 value=u64",
        "low=20 bits=9 order=descending items=4 digit=4", "bits=1 items=3 digit=5 value=f32",
        "n=250 items=2 low=1 bits=7 digit=2", "counted=u32 items=4 value=u32", "counted=u64 n=250"),
    .trace_base = "items=1 bits=2",
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps = TOOL_SWEEPS(TOOL_GROWS_N(OF_U32), TOOL_GROWS_WIDTH("n=1048576", OF_U32)),
    .generate = generate,
    .reference = reference,
};
