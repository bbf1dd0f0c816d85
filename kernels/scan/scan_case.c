/* scan_case.c - inputs, reference and cost of scan. */
#include "case.h"
#include "fold.h"
#include <math.h>
#include <string.h>

/* Places in the tables of scan.c. */
enum { N, OPERATOR, KIND, ITEMS };
enum { X, Y };
enum { LOOP };

/* Said in fold.h. */
static const char *const distributions[] = {"uniform", "exact", NULL};
static const char *const edges[] = {"largest", "special", NULL};

static xl__operator operator_of(const xl__problem *problem) {
    return (xl__operator)problem->value[OPERATOR];
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const int status = tool_data_allocate(problem, problem->algorithm, X, data, error);
    if (status == XL_SUCCESS)
        tool_fold_inputs(operator_of(problem), problem->type, distribution, seed, (uint64_t)problem->value[N],
                         data->in[X].data);
    return status;
}

/* How many additions a term passes through at most on its way into a prefix of `count` elements. `loop` and
   `lookback` may add one tile after the other; elsewhere 4 elements, 128 lanes, 32 rows, 1024 sub-groups,
   4096 totals of work-groups and the tiles of a share follow each other, of at least 4 elements. */
static double depth_of(const xl__problem *problem, double count) {
    const char *const strategy = problem->strategy ? problem->strategy->name : "loop";
    const double deepest = count / 16384.0 + 4.0 + 128.0 + 32.0 + 1024.0 + 4096.0;
    const bool chain = strcmp(strategy, "loop") == 0 || strncmp(strategy, "lookback", 8) == 0;
    return chain || count < deepest ? count : deepest;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    (void)error;
    const bool exclusive = problem->value[KIND] != 0;
    tool_fold fold;
    tool_fold_start(&fold, operator_of(problem), problem->type);
    for (uint64_t i = 0; i < (uint64_t)problem->value[N]; i++) {
        const double depth = depth_of(problem, (double)i + 1.0);
        if (exclusive) tool_fold_result(&fold, depth, &data->expected[Y], i);
        tool_fold_add(&fold, data->in[X].data, i);
        if (!exclusive) tool_fold_result(&fold, depth, &data->expected[Y], i);
    }
    return XL_SUCCESS;
}

/* Every element read once and written once. */
static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double n = problem->value[N], parts = operator_of(problem) == XL__AFFINE ? 2.0 : 1.0;
    const double tiles = ceil(n / ((double)problem->group_size * problem->value[ITEMS]));
    const bool loop = strategy == LOOP;
    *out = (tool_cost){.bytes = 2.0 * n * parts * (double)xl_type_size(problem->type),
                       .operations = n * (parts == 2.0 ? 3.0 : 1.0),
                       .work_items = loop ? 1.0 : tiles * (double)problem->group_size,
                       .steps_per_lane = loop ? n : problem->value[ITEMS]};
}

static const char *const verify_settings[] = {"",
                                              "operator=mul",
                                              "operator=min kind=exclusive",
                                              "operator=max items=4",
                                              "operator=and",
                                              "operator=or kind=exclusive",
                                              "operator=xor",
                                              "operator=affine",
                                              "operator=affine kind=exclusive",
                                              "kind=exclusive",
                                              NULL};
static const char *const bench_settings[] = {"n=1048576", "n=16777216", "n=268435456", NULL};

extern const xl__algorithm xl__algorithm_scan;

const tool_case tool_case_scan = {
    .algorithm = &xl__algorithm_scan,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=10007",
    .verify_settings = verify_settings,
    .bench_settings = bench_settings,
    .generate = generate,
    .reference = reference,
    .cost = cost,
    .by_strategy = true, /* depth_of */
};
