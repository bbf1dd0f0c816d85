/* topk_case.c - inputs and reference of topk. */
#include "cases/keys.h"
#include "system/parallel.h"
#include <stdlib.h>

enum { ROWS, N, K, WHICH, X = 0, VALUES, POSITIONS };

/* In a matrix all rows differ. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    return tool_keys_fill("topk", distribution, seed, problem->type, data->in[X].data, data->elements[X],
                          error);
}

/* ---- reference: each row is sorted whole, with positions ----------------------------------------------- */

typedef struct entry {
    uint64_t number; /* the key to sort by, smaller: selected earlier */
    size_t place;
} entry;

static int by_place(const void *left, const void *right) {
    const size_t a = ((const entry *)left)->place, b = ((const entry *)right)->place;
    return (a > b) - (a < b);
}

static int by_number(const void *left, const void *right) {
    const uint64_t a = ((const entry *)left)->number, b = ((const entry *)right)->number;
    return a != b ? (a > b) - (a < b) : by_place(left, right);
}

static void select_row(const xl__problem *problem, tool_data *data, size_t row, size_t taken,
                       entry *entries) {
    const size_t n = (size_t)problem->value[N];
    const void *const keys = data->in[X].data;
    for (size_t i = 0; i < n; i++) {
        const uint64_t number = tool_key_number(keys, problem->type, row * n + i);
        entries[i] = (entry){problem->value[WHICH] != 0 ? number : UINT64_MAX - number, i};
    }
    qsort(entries, n, sizeof *entries, by_number);
    qsort(entries, taken, sizeof *entries, by_place);
    for (size_t i = 0; i < taken; i++) {
        tool_expected_copy(&data->expected[VALUES], row * taken + i, keys, row * n + entries[i].place);
        tool_expect_whole(&data->expected[POSITIONS], row * taken + i, entries[i].place);
    }
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const size_t n = (size_t)problem->value[N];
    const size_t taken = problem->value[K] < problem->value[N] ? (size_t)problem->value[K] : n;
    const long long rows = n == 0 ? 0 : (long long)(data->elements[X] / n);
    bool enough = true;
    if (tool_is_floating(problem->type)) {
        const int status = tool_expect_bits(&data->expected[VALUES], error);
        if (status != XL_SUCCESS) return status;
    }
    TOOL_PARALLEL_FOR_IF(rows > 1)
    for (long long row = 0; row < rows; row++) {
        entry *const entries = malloc(n * sizeof *entries);
        if (entries)
            select_row(problem, data, (size_t)row, taken, entries);
        else
            enough = false;
        free(entries);
    }
    return enough ? XL_SUCCESS : xl__fail(error, XL_NO_MEMORY, "topk: no memory for the reference");
}

#define OF_U32 "type=u32", "distribution=uniform"
const tool_case tool_case_topk = {
    .algorithm = &xl__algorithm_topk,
    .distributions = TOOL_KEY_DISTRIBUTIONS,
    .edges = TOOL_KEY_EDGES,
    .verify_base = "n=10007",
    .verify_settings =
        TOOL_TEXTS("", "k=1", "k=5000 which=smallest", "rows=7 n=5003 k=33", "rows=30 n=3 k=2 which=smallest",
                   "rows=3 n=9000 k=8999", "digit=5 k=1000", "n=100000 k=10 which=smallest"),
    .trace_base = "n=8 k=3",
    .bench_settings = TOOL_TEXTS("n=1048576 k=100", "n=16777216 k=100", "rows=1024 n=16384 k=32"),
    .sweeps = TOOL_SWEEPS({.name = "k",
                           .question = "how does the time grow with the number of selected keys?",
                           .title = "selected keys",
                           .axis = "k=1,16,256,4096,65536,1048576,8388608",
                           .settings = TOOL_TEXTS("n=16777216", OF_U32)},
                          TOOL_GROWS_N("k=100", OF_U32), TOOL_GROWS_WIDTH("n=1048576", "k=100", OF_U32)),
    .generate = generate,
    .reference = reference,
};
