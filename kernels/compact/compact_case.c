/* compact_case.c - inputs and reference of compact. */
#include "case.h"
#include "elements.h"

/* Places in the tables of compact.c. */
enum { N, CAPACITY, KEEP, THRESHOLD };
enum { BELOW, ABOVE, NONZERO };
enum { X, FLAGS, KEPT, COUNT };

/* Of whole numbers from 0 to 2^32 - 1 (i32: less 2^31). uniform: any. runs: about 300 neighbours lie close
   together. small and large: near one end, so that all are kept or none. zeros: one in 16 is not 0. flags:
   any, and flags. extreme: around the threshold and the ends of the type; NaN, infinities and denormal
   numbers. */
static const char *const distributions[] = {"uniform", "runs", NULL};
static const char *const edges[] = {"small", "large", "zeros", "flags", "extreme", NULL};

static uint32_t number_at(const char *distribution, uint64_t seed, uint64_t i) {
    const uint32_t any = tool_random_at(seed, 0, i);
    if (strcmp(distribution, "runs") == 0) return tool_random_at(seed, 1, i / 300) ^ (any & 0xffffffu);
    if (strcmp(distribution, "small") == 0) return any & 0xffffu;
    if (strcmp(distribution, "large") == 0) return any | 0xffff0000u;
    if (strcmp(distribution, "zeros") == 0) return any >> 28 ? 0 : any;
    return any;
}

static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    int status = XL_SUCCESS;
    const bool flags = strcmp(distribution, "flags") == 0, extreme = strcmp(distribution, "extreme") == 0;
    if (flags) status = tool_data_allocate(problem, problem->algorithm, FLAGS, data, error);
    if (status != XL_SUCCESS) return status;
    const double near = problem->value[THRESHOLD];
    void *x = data->in[X].data;
    for (uint64_t i = 0; i < data->elements[X]; i++) {
        const uint32_t any = number_at(distribution, seed, i);
        const uint32_t sign = problem->type == XL_I32 ? UINT32_C(0x80000000) : 0;
        if (flags) ((uint8_t *)data->in[FLAGS].data)[i] = (uint8_t)(any % 3 == 0 ? any >> 8 : 0);
        if (extreme)
            tool_put_extreme(x, problem->type, i, near, any);
        else
            tool_put_whole(x, problem->type, i, problem->type == XL_F32 ? any & 0xffffff00u : any ^ sign);
    }
    return XL_SUCCESS;
}

/* The predicate as C has it. A 64-bit integer is compared with a double in two steps, for its bits may be
 * more. */
static bool keeps(const xl__problem *problem, const tool_data *data, size_t i) {
    const tool_value v = tool_value_at(data->in[X].data, problem->type, i);
    const uint8_t *flags = data->in[FLAGS].data;
    const int keep = (int)problem->value[KEEP];
    const double threshold =
        problem->type == XL_F32 ? (double)(float)problem->value[THRESHOLD] : problem->value[THRESHOLD];
    if (keep == NONZERO) return flags ? flags[i] != 0 : tool_value_double(v) != 0.0;
    if (problem->type != XL_U64 || threshold < 0.0) {
        const double value = tool_value_double(v);
        return keep == BELOW ? value < threshold : value > threshold;
    }
    const uint64_t whole = (uint64_t)threshold; /* cut: at most 10^18 */
    const bool fraction = (double)whole < threshold;
    return keep == BELOW ? v.as.u < whole || (fraction && v.as.u == whole) : v.as.u > whole;
}

static int reference(const xl__problem *problem, tool_data *data, xl_error *error) {
    const size_t n = data->elements[X];
    size_t count = 0;
    for (size_t i = 0; i < n; i++) count += keeps(problem, data, i);
    const int status = tool_data_counted(problem, problem->algorithm, KEPT, count, data, error);
    if (status != XL_SUCCESS) return status;
    for (size_t i = 0, made = 0; i < n; i++)
        if (keeps(problem, data, i)) tool_expected_copy(&data->expected[KEPT], made++, data->in[X].data, i);
    return XL_SUCCESS;
}

/* Of numbers that are spread evenly over 2^32 the threshold's share is below it. */
static const tool_sweep sweeps[] = {
    {.name = "share",
     .question = "which strategy is the fastest, by the share of elements that are kept?",
     .title = "share of the elements that are kept",
     .axis = "threshold=0,4294967,42949673,429496730,1073741824,2147483648,3221225472,4294967296",
     .labels = "0,0.1%,1%,10%,25%,50%,75%,100%",
     .settings = (const char *const[]){"n=16777216", "keep=below", "type=u32", "distribution=uniform", NULL}},
    {.name = NULL}};

const tool_case tool_case_compact = {
    .algorithm = &xl__algorithm_compact,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "n=10007",
    .verify_settings = (const char *const[]){"", "keep=above", "keep=above capacity=100",
                                             "keep=nonzero items=3", "threshold=0", "threshold=0 keep=above",
                                             "capacity=0 keep=nonzero", "capacity=4097 group=64", NULL},
    .bench_settings =
        (const char *const[]){"n=1048576 threshold=2147483648", "n=16777216 threshold=2147483648", NULL},
    .sweeps = sweeps,
    .generate = generate,
    .reference = reference,
};
