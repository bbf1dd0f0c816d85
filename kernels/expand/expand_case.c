/* expand_case.c - inputs, reference and cost of expand. */
#include "case.h"
#include "elements.h"
#include "random.h"
#include <math.h>
#include <string.h>

enum { N, X = 0, REPEAT, OUT, COUNT }; /* places in the tables of expand.c: a parameter, then arrays */
enum { LOOP };

/* How often: any of 0 to 15; none; one in 100 elements up to 1000 times; one each. */
static const char *const distributions[] = {"uniform", "rare", NULL};
static const char *const edges[] = {"none", "once", NULL};

static uint32_t times(const char *distribution, uint32_t any) {
    if (strcmp(distribution, "rare") == 0) return any % 100 == 0 ? any / 100 % 1001 : 0;
    if (strcmp(distribution, "none") == 0) return 0;
    return strcmp(distribution, "once") == 0 ? 1 : any % 16;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    int status = tool_data_allocate(problem, problem->algorithm, X, data, error);
    if (status == XL_SUCCESS) status = tool_data_allocate(problem, problem->algorithm, REPEAT, data, error);
    if (status != XL_SUCCESS) return status;
    uint32_t *repeat = data->in[REPEAT].data;
    for (size_t i = 0; i < data->elements[X]; i++) {
        const uint32_t any = tool_random_at(seed, 0, i);
        repeat[i] = times(distribution, tool_random_at(seed, 1, i));
        tool_put_whole(data->in[X].data, problem->type, i,
                       problem->type == XL_U64 ? (uint64_t)any << 32 | i : any);
    }
    return XL_SUCCESS;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *repeat = data->in[REPEAT].data;
    const size_t n = data->elements[X];
    uint64_t count = 0;
    for (size_t i = 0; i < n; i++) count += repeat[i];
    if (count > UINT32_MAX)
        return xl__fail(error, XL_BAD_VALUE,
                        "expand: the numbers in 'repeat' are %llu together, the most is %u",
                        (unsigned long long)count, UINT32_MAX);
    const int status = tool_data_counted(problem, problem->algorithm, OUT, count, data, error);
    if (status != XL_SUCCESS) return status;
    for (size_t i = 0, made = 0; i < n; i++)
        for (uint32_t k = 0; k < repeat[i]; k++)
            tool_expected_copy(&data->expected[OUT], made++, data->in[X].data, i);
    return XL_SUCCESS;
}

/* Elements and numbers read once; what is written is the data's. */
static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double n = problem->value[N], group = (double)problem->group_size;
    *out = (tool_cost){.bytes = n * (double)(xl_type_size(problem->type) + sizeof(uint32_t)),
                       .operations = n,
                       .work_items = strategy == LOOP ? 1.0 : ceil(n / group) * group,
                       .steps_per_lane = strategy == LOOP ? n : 1.0};
}

extern const xl__algorithm xl__algorithm_expand;

const tool_case tool_case_expand = {
    .algorithm = &xl__algorithm_expand,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=2003 capacity=40000",
    .verify_settings = (const char *const[]){"", "capacity=1000", "capacity=0", NULL},
    .bench_settings = (const char *const[]){"n=65536", "n=1048576", NULL},
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
