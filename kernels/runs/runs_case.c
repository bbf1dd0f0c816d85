/* runs_case.c - inputs and reference of runs. */
#include "cases/keys.h"

enum { N, X = 0, VALUES, STARTS, LENGTHS, COUNT };

/* short: runs of up to 8 elements; long: about 1000; mixed: both; bits: two values. The others are those of
 * sort. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    char *const x = data->in[X].data;
    const size_t n = data->elements[X], size = xl_type_size(problem->type);
    const bool is_short = strcmp(distribution, "short") == 0, is_long = strcmp(distribution, "long") == 0;
    const bool is_mixed = strcmp(distribution, "mixed") == 0, bits = strcmp(distribution, "bits") == 0;
    const int status =
        tool_keys_fill("runs", is_short || is_long || is_mixed || bits ? "uniform" : distribution, seed,
                       problem->type, x, n, error);
    if (status != XL_SUCCESS || !(is_short || is_long || is_mixed || bits)) return status;
    for (size_t i = 1; i < n; i++) {
        const uint32_t any = tool_random_at(seed, 9, i);
        const bool slow = is_long || (is_mixed && i / 4096 % 2);
        if (bits ? i > 1 : slow ? any % 1000 != 0 : any % 4 != 0)
            memcpy(x + i * size, x + (bits ? any % 2 : i - 1) * size, size);
    }
    return XL_SUCCESS;
}

/* The number of elements after i that have its bits. */
static size_t repeats(const char *x, size_t size, size_t i, size_t n) {
    size_t end = i + 1;
    while (end < n && memcmp(x + i * size, x + end * size, size) == 0) end++;
    return end - i - 1;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const char *const x = data->in[X].data;
    const size_t n = data->elements[X], size = xl_type_size(problem->type);
    uint64_t count = 0;
    for (size_t i = 0; i < n; i += 1 + repeats(x, size, i, n)) count++;
    for (int a = VALUES; a <= LENGTHS; a++) {
        const int status = tool_data_counted(problem, &xl__algorithm_runs, a, count, data, error);
        if (status != XL_SUCCESS) return status;
    }
    if (tool_is_floating(problem->type)) {
        const int status = tool_expect_bits(&data->expected[VALUES], error);
        if (status != XL_SUCCESS) return status;
    }
    for (size_t i = 0, run = 0; i < n; run++) {
        const size_t length = 1 + repeats(x, size, i, n);
        tool_expected_copy(&data->expected[VALUES], run, x, i);
        tool_expect_whole(&data->expected[STARTS], run, i);
        tool_expect_whole(&data->expected[LENGTHS], run, length);
        i += length;
    }
    return XL_SUCCESS;
}

#define OF_SHORT "type=u32", "distribution=short"
const tool_case tool_case_runs = {
    .algorithm = &xl__algorithm_runs,
    .distributions = TOOL_TEXTS("short", "long", "mixed", "uniform"),
    .edges = TOOL_TEXTS("bits", "single", "special", "sorted"),
    .verify_base = "n=10007",
    .verify_settings = TOOL_TEXTS("", "items=3", "items=1 group=64"),
    .trace_base = "n=16 items=1",
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps = TOOL_SWEEPS(TOOL_GROWS_N(OF_SHORT), TOOL_GROWS_WIDTH("n=1048576", OF_SHORT)),
    .generate = generate,
    .reference = reference,
};
