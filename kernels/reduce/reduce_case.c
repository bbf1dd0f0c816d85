/* Inputs and reference of reduce. */
#include "cases/fold.h"
#include <string.h>

enum { N, X = 0, RESULT }; /* indices in the tables of reduce.c: parameters, then arrays */

/* The most additions that a term passes through. `loop` and `shares` add one by one. Elsewhere: a work-item's
   own elements or a share's tiles, of 4 elements and 32 rows, then 128 lanes, 1024 sub-groups, 4096
   work-groups. */
static double depth_of(const xl__problem *problem) {
    const double n = problem->value[N], deepest = n / 4096.0 + 4.0 + 32.0 + 128.0 + 1024.0 + 4096.0;
    const char *const name = problem->strategy ? problem->strategy->name : "";
    const bool chain = strcmp(name, "loop") == 0 || strcmp(name, "shares") == 0;
    return chain || n < deepest ? n : deepest;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    tool_fold fold;
    tool_fold_start(&fold, tool_fold_operator(problem), problem->type);
    for (uint64_t i = 0; i < (uint64_t)problem->value[N]; i++) tool_fold_add(&fold, data->in[X].data, i);
    tool_fold_result(&fold, depth_of(problem), &data->expected[RESULT], 0);
    return XL_SUCCESS;
}

#define OF_SUMS "type=u32", "operator=add", "distribution=uniform"
const tool_case tool_case_reduce = {
    .algorithm = &xl__algorithm_reduce,
    .distributions = tool_fold_distributions,
    .edges = tool_fold_edges,
    .verify_base = "n=10007",
    .verify_settings = TOOL_TEXTS("", "operator=mul", "operator=min items=1", "operator=max", "operator=and",
                                  "operator=or", "operator=xor", "operator=affine", "counted=u32",
                                  "counted=u64 operator=max", "counted=u64 operator=affine"),
    .bench_settings = TOOL_TEXTS("n=1048576", "n=16777216"),
    .sweeps = TOOL_SWEEPS(TOOL_GROWS_N(OF_SUMS), TOOL_GROWS_WIDTH("n=1048576", OF_SUMS)),
    .generate = tool_fold_generate,
    .reference = reference,
    .by_strategy = true, /* depth_of */
};
