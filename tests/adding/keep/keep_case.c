/* keep_case.c - inputs, reference and cost of keep. */
#include "case.h"
#include "random.h"
#include <math.h>

enum { N, X = 0, KEPT, COUNT }; /* places in the tables of keep.c: a parameter, then arrays */
extern const xl__algorithm xl__algorithm_keep;

/* uniform: in [-1, 1). few: one in 100 is above 0. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    const int status = tool_data_allocate(problem, problem->algorithm, X, data, error);
    const float shift = distribution[0] == 'f' ? 1.98F : 1.0F;
    for (size_t i = 0; status == XL_SUCCESS && i < data->elements[X]; i++)
        ((float *)data->in[X].data)[i] = (float)(tool_random_at(seed, 0, i) >> 8) * 0x1p-23F - shift;
    return status;
}

/* In the order of x; a strategy in any order is compared value by value. */
static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const float *x = data->in[X].data;
    size_t count = 0;
    for (size_t i = 0; i < data->elements[X]; i++) count += x[i] > 0.0F;
    const int status = tool_data_counted(problem, problem->algorithm, KEPT, count, data, error);
    double *kept = data->expected[KEPT].value;
    for (size_t i = 0; status == XL_SUCCESS && i < data->elements[X]; i++)
        if (x[i] > 0.0F) *kept++ = (double)x[i];
    return status;
}

static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double n = problem->value[N];
    *out = (tool_cost){.bytes = 4.0 * n,
                       .operations = n,
                       .work_items = strategy == 0 ? 1.0 : n,
                       .steps_per_lane = strategy == 0 ? n : 1.0};
}

const tool_case tool_case_keep = {
    .algorithm = &xl__algorithm_keep,
    .distributions = (const char *const[]){"uniform", "few", NULL},
    .verify_base = "n=1001 capacity=1001",
    .verify_settings = (const char *const[]){"", "capacity=100", NULL},
    .bench_settings = (const char *const[]){"n=1048576", NULL},
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
