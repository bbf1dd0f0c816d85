/* elect_case.c - inputs, reference and cost of elect. */
#include "../common/rounds_host.h"
#include "case.h"
#include "random.h"
#include <math.h>
#include <string.h>

enum {
    ROWS,
    N,
    ROUNDS,
    KEY = 0,
    X,
    OUT,
    COUNT
}; /* places in the tables of elect.c: parameters, then arrays */
enum { EVERY, ELECT_FUNCTION, ELECT_ATOMIC, ELECTED, GROUP, BATCH };

/* Elements that are not 0. dense: all; half, rare: one in 2, one in 32; last: the last one of each row. */
static const char *const distributions[] = {"dense", "half", "rare", NULL};
static const char *const edges[] = {"none", "last", NULL};

static bool is_there(const char *distribution, uint32_t any, bool last) {
    if (strcmp(distribution, "half") == 0) return any % 2 == 0;
    if (strcmp(distribution, "rare") == 0) return any % 32 == 0;
    if (strcmp(distribution, "last") == 0) return last;
    return strcmp(distribution, "dense") == 0;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    int status = tool_data_allocate(problem, problem->algorithm, KEY, data, error);
    if (status == XL_SUCCESS) status = tool_data_allocate(problem, problem->algorithm, X, data, error);
    if (status != XL_SUCCESS) return status;
    const uint64_t n = (uint64_t)problem->value[N];
    for (size_t r = 0; r < data->elements[KEY]; r++)
        ((uint32_t *)data->in[KEY].data)[r] = tool_random_at(seed, 0, r);
    for (size_t i = 0; i < data->elements[X]; i++)
        ((uint32_t *)data->in[X].data)[i] = is_there(distribution, tool_random_at(seed, 1, i), i % n == n - 1)
                                                ? tool_random_at(seed, 2, i) | 1
                                                : 0;
    return XL_SUCCESS;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *key = data->in[KEY].data, *x = data->in[X].data,
                   rounds = (uint32_t)problem->value[ROUNDS];
    const size_t n = (size_t)problem->value[N];
    size_t count = 0;
    for (size_t i = 0; i < data->elements[X]; i++) count += x[i] != 0;
    const int status = tool_data_counted(problem, problem->algorithm, OUT, count, data, error);
    if (status != XL_SUCCESS) return status;
    uint32_t *out = data->expected[OUT].exact;
    for (size_t r = 0; r < data->elements[KEY]; r++) {
        const uint32_t function = host_rounds(key[r], rounds);
        for (size_t i = r * n; i < (r + 1) * n; i++)
            if (x[i] != 0) *out++ = x[i] ^ function;
    }
    return XL_SUCCESS;
}

/* The function of each row once; work-items as elect.c launches them. */
static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double rows = problem->value[ROWS], n = problem->value[N], rounds = problem->value[ROUNDS],
                 lanes = (double)problem->width, group = (double)problem->group_size;
    const double items = strategy == EVERY   ? rows * n
                         : strategy == GROUP ? rows * ceil(n / group) * group
                         : strategy == BATCH ? rows
                                             : rows * ceil(n / lanes) * lanes;
    *out = (tool_cost){.bytes = rows * (n + 1.0) * 4.0,
                       .operations = rows * (rounds * 10.0 + n),
                       .work_items = ceil(items / group) * group,
                       .steps_per_lane = rounds + (strategy == BATCH ? n : 1.0)};
}

static const char *const round_settings[] = {"rows=8192", "n=64", "distribution=dense", NULL};
static const char *const length_settings[] = {"rows=8192", "rounds=64", "distribution=dense", NULL};
static const tool_sweep sweeps[] = {
    {.name = "rounds",
     .question = "from how many rounds on does it pay that one lane computes the function?",
     .title = "rounds of the function",
     .axis = "rounds=0,1,4,16,64,256",
     .settings = round_settings},
    {.name = "length",
     .question = "which way is the fastest, by the number of elements that share a function?",
     .title = "elements of a row",
     .axis = "n=1,4,16,64,256",
     .settings = length_settings},
    {.name = NULL}};

extern const xl__algorithm xl__algorithm_elect;

const tool_case tool_case_elect = {
    .algorithm = &xl__algorithm_elect,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "rows=37 n=53 rounds=3",
    .verify_settings = (const char *const[]){"", "rounds=0", NULL},
    .bench_settings = (const char *const[]){"rows=8192 n=64", "rows=131072 n=128", NULL},
    .sweeps = sweeps,
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
