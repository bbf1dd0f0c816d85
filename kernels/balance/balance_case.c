/* balance_case.c - inputs, reference and cost of balance. */
#include "case.h"
#include "random.h"
#include <math.h>
#include <string.h>

enum { SEGMENTS, N, CAPACITY, X = 0, FIRST, LENGTH, OUT, PLACE, TOTAL }; /* parameters, then arrays */
enum { LOOP };

/* Lengths, 32 in the middle of each: all equal; rising from 0; a few long ones and many short; all 8 but one;
   all 0 but one. */
static const char *const distributions[] = {"equal", "linear", "zipf", "one", "alone", NULL};
/* Around every width, with starts outside of x; all 0. */
static const char *const edges[] = {"widths", "none", NULL};

static uint32_t around_widths(uint32_t any) {
    const uint32_t width = UINT32_C(1) << any % 8;
    return any >> 8 & 1 ? width : any >> 9 & 1 ? width + 1 : any >> 10 & 1 ? width - 1 : 0;
}

static uint32_t length_of(const char *kind, uint32_t any, double at, double segments) {
    const double rank = floor((double)any / 4294967296.0 * segments) + 1.0;
    if (strcmp(kind, "linear") == 0) return (uint32_t)(64.0 * at / segments);
    if (strcmp(kind, "zipf") == 0) return (uint32_t)(32.0 * segments / (log(segments) + 0.6) / rank);
    if (strcmp(kind, "one") == 0) return at == floor(segments / 3.0) ? (uint32_t)(24.0 * segments) : 8;
    if (strcmp(kind, "alone") == 0) return at == floor(segments / 2.0) ? (uint32_t)(32.0 * segments) : 0;
    if (strcmp(kind, "widths") == 0) return around_widths(any);
    return strcmp(kind, "none") == 0 ? 0 : 32;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    int status = XL_SUCCESS;
    for (int a = X; a <= LENGTH && status == XL_SUCCESS; a++)
        status = tool_data_allocate(problem, problem->algorithm, a, data, error);
    if (status != XL_SUCCESS) return status;
    const size_t n = data->elements[X], segments = data->elements[LENGTH];
    const bool outside = strcmp(distribution, "widths") == 0;
    for (size_t i = 0; i < n; i++) ((uint32_t *)data->in[X].data)[i] = tool_random_at(seed, 0, i);
    for (size_t s = 0; s < segments; s++) {
        const uint32_t from = tool_random_at(seed, 1, s), any = tool_random_at(seed, 2, s);
        ((uint32_t *)data->in[FIRST].data)[s] =
            outside && from % 5 == 0 ? from : from % (n ? (uint32_t)n : 1);
        ((uint32_t *)data->in[LENGTH].data)[s] = length_of(distribution, any, (double)s, (double)segments);
    }
    return XL_SUCCESS;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const uint32_t *x = data->in[X].data, *first = data->in[FIRST].data, *length = data->in[LENGTH].data;
    const size_t n = data->elements[X], segments = data->elements[LENGTH];
    uint64_t total = 0;
    for (size_t s = 0; s < segments; s++) {
        ((uint32_t *)data->expected[PLACE].exact)[s] = (uint32_t)total;
        total += length[s];
    }
    if (total > UINT32_MAX)
        return xl__fail(error, XL_BAD_VALUE, "balance: 'length' has %llu elements together, the most is %u",
                        (unsigned long long)total, UINT32_MAX);
    const int status = tool_data_counted(problem, problem->algorithm, OUT, total, data, error);
    if (status != XL_SUCCESS) return status;
    uint32_t *out = data->expected[OUT].exact;
    for (uint64_t s = 0; s < segments; s++)
        for (uint64_t j = 0; j < length[s]; j++) {
            const uint64_t v = first[s] + j < n ? x[first[s] + j] : 0;
            *out++ = (uint32_t)(v * (2 * j + 1) % (UINT64_C(1) << 32) + s);
        }
    return XL_SUCCESS;
}

/* Segments' ends read once, and places written; what is copied is the data's. */
static void cost(const xl__problem *problem, int strategy, tool_cost *out) {
    const double segments = problem->value[SEGMENTS], group = (double)problem->group_size;
    *out = (tool_cost){.bytes = 12.0 * segments,
                       .operations = segments,
                       .work_items = strategy == LOOP ? 1.0 : ceil(segments / group) * group,
                       .steps_per_lane = strategy == LOOP ? segments : 1.0};
}

static const tool_sweep sweeps[] = {
    {.name = "imbalance",
     .question = "which strategy is the fastest, by how uneven the segments are?",
     .title = "lengths of the segments",
     .axis = "distribution=equal,linear,zipf,one,alone",
     .labels = "all equal,0 to 64,Zipf,one huge,all 0 but one",
     .settings = (const char *const[]){"segments=65536", "n=1048576", "capacity=4194304", NULL}},
    {.name = NULL}};

extern const xl__algorithm xl__algorithm_balance;

const tool_case tool_case_balance = {
    .algorithm = &xl__algorithm_balance,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "segments=300 n=5003 capacity=40000",
    .verify_settings = (const char *const[]){"", "capacity=1000", "capacity=0 n=0", NULL},
    .bench_settings = (const char *const[]){"segments=4096", "segments=65536", NULL},
    .sweeps = sweeps,
    .generate = generate,
    .reference = reference,
    .cost = cost,
};
