/* Inputs and reference of scan. */
#include "cases/fold.h"
#include <string.h>

enum { N, OPERATOR, KIND, X = 0, INITIAL, Y }; /* indices in the tables of scan.c: parameters, then arrays */

/* The most additions that a term of a prefix of `count` elements passes through. `loop`, `shares` and
   look-backs may add tile by tile. Others add at most 4 elements, 128 lanes, 32 rows, 1024 sub-groups, 4096
   work-groups' totals, and a share's tiles. */
static double depth_of(bool chain, double count) {
    const double deepest = count / 16384.0 + 4.0 + 128.0 + 32.0 + 1024.0 + 4096.0;
    return chain || count < deepest ? count : deepest;
}

static bool looks_back(const xl__strategy *strategy) {
    for (const xl__measure *m = strategy->measures; m && m->name; m++)
        if (strcmp(m->name, "fallbacks") == 0) return true;
    return false;
}

static bool is_chain(const xl__problem *problem) {
    const xl__strategy *const strategy = problem->strategy;
    return !strategy || strcmp(strategy->name, "loop") == 0 || strcmp(strategy->name, "shares") == 0 ||
           looks_back(strategy);
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const bool exclusive = problem->value[KIND] != 0, chain = is_chain(problem);
    tool_fold fold;
    tool_fold_start(&fold, tool_fold_operator(problem), problem->type);
    if (data->in[INITIAL].data) tool_fold_add(&fold, data->in[INITIAL].data, 0);
    for (uint64_t i = 0; i < (uint64_t)problem->value[N]; i++) {
        const double depth = depth_of(chain, (double)i + 2.0);
        if (exclusive) tool_fold_result(&fold, depth, &data->expected[Y], i);
        tool_fold_add(&fold, data->in[X].data, i);
        if (!exclusive) tool_fold_result(&fold, depth, &data->expected[Y], i);
    }
    return XL_SUCCESS;
}

/* `part`: like uniform, with an initial value. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const bool part = strcmp(distribution, "part") == 0;
    int status = tool_fold_generate(problem, part ? "uniform" : distribution, seed, data, error);
    if (!part || status != XL_SUCCESS) return status;
    status = tool_data_allocate(problem, problem->algorithm, INITIAL, data, error);
    if (status == XL_SUCCESS)
        tool_fold_inputs(tool_fold_operator(problem), problem->type, "uniform", seed + 1, 1,
                         data->in[INITIAL].data);
    return status;
}

#define OF_SUMS "type=u32", "operator=add", "distribution=uniform"
const tool_case tool_case_scan = {
    .algorithm = &xl__algorithm_scan,
    .distributions = TOOL_TEXTS("uniform", "part", "exact"),
    .edges = tool_fold_edges,
    .verify_base = "n=10007",
    .trace_base = "items=4", /* one run per lane: with more, a trace has rows without elements */
    /* Mostly 4 elements per work-item: more tiles, and compiling takes two thirds of the time of 16. */
    .verify_settings =
        TOOL_TEXTS("", "operator=mul items=4", "operator=min kind=exclusive items=4", "operator=max items=4",
                   "operator=and items=4", "operator=or kind=exclusive items=4", "operator=xor items=4",
                   "operator=affine", "operator=affine kind=exclusive items=4", "kind=exclusive items=4",
                   "counted=u32 items=4", "counted=u64 operator=affine items=4"),
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216", "n=268435456"),
    .sweeps = TOOL_SWEEPS(TOOL_GROWS_N(OF_SUMS), TOOL_GROWS_WIDTH("n=1048576", OF_SUMS)),
    .generate = generate,
    .reference = reference,
    .by_strategy = true, /* depth_of */
};
