/* Inputs and reference of compact. */
#include "cases/case.h"
#include "cases/elements.h"

enum { N, CAPACITY, KEEP, THRESHOLD, X = 0, FLAGS, KEPT, COUNT }; /* indices in the tables of compact.c */
enum { BELOW, ABOVE, NONZERO };

/* Integers from 0 to 2^32 - 1 (minus 2^31 for i32). uniform: any. runs: about 300 neighbours are close
   together. small, large: near one end, so that all are kept or none. zeros: one in 16 is not 0. flags: any,
   with flags. extreme: around the threshold and the ends of the type; NaN, infinities and denormals. */
static uint32_t any_number(const tool_element *e) {
    const uint32_t any = tool_any(e, 0);
    if (tool_is(e, "runs")) return tool_random_at(e->seed, 1, e->i / 300) ^ (any & 0xffffffu);
    if (tool_is(e, "small")) return any & 0xffffu;
    if (tool_is(e, "large")) return any | 0xffff0000u;
    return tool_is(e, "zeros") && any >> 28 ? 0 : any;
}

static uint64_t number(const tool_element *e) {
    const uint32_t any = any_number(e);
    if (e->problem->type == XL_F32) return any & 0xffffff00u;
    return e->problem->type == XL_I32 ? any ^ UINT32_C(0x80000000) : any;
}

static uint32_t flag(const tool_element *e) {
    const uint32_t any = tool_any(e, 0);
    return any % 3 == 0 ? any >> 8 : 0;
}

/* The elements of `extreme` are not all integers. */
static int generate(const xl__problem *problem, const char *distribution, uint64_t seed, tool_data *data,
                    xl_error *error) {
    (void)error;
    const size_t n = strcmp(distribution, "extreme") == 0 ? data->elements[X] : 0;
    for (size_t i = 0; i < n; i++)
        tool_put_extreme(data->in[X].data, problem->type, i, problem->value[THRESHOLD],
                         tool_random_at(seed, 0, i));
    return XL_SUCCESS;
}

/* Compares an integer with a number: -1, 0 or 1. If both round to the same double, the rounding errors
   decide. */
static int compare_whole(tool_value v, bool is_signed, xl__real number) {
    const double value = is_signed ? (double)v.as.i : (double)v.as.u;
    if (value != number.value) return value < number.value ? -1 : 1;
    /* The difference is a 64-bit integer, modulo 2^64. */
    const uint64_t at = is_signed ? (uint64_t)(int64_t)value : value < 0x1p64 ? (uint64_t)value : 0;
    const double beside = (double)(int64_t)(v.as.u - at);
    return (beside > number.rest) - (beside < number.rest);
}

static uint64_t count(const tool_part *t) {
    const xl__problem *const problem = t->problem;
    const tool_value v = tool_value_at(t->in[X].data, problem->type, t->i);
    const uint8_t *flags = t->in[FLAGS].data;
    const int keep = (int)problem->value[KEEP];
    const xl__real threshold = xl__real_of(problem, THRESHOLD);
    if (keep == NONZERO) return flags ? flags[t->i] != 0 : tool_value_double(v) != 0.0;
    if (problem->type == XL_F32) {
        const float value = (float)v.as.f, at = xl__real_float(threshold);
        return keep == BELOW ? value < at : value > at;
    }
    return compare_whole(v, problem->type == XL_I32, threshold) == (keep == BELOW ? -1 : 1);
}

static void expect(const tool_part *t) {
    if (t->made) tool_expected_copy(&t->expected[KEPT], (size_t)t->place, t->in[X].data, t->i);
}

#define OF_HALF "threshold=2147483648", "keep=below", "type=u32", "distribution=uniform"
const tool_case tool_case_compact = {
    .algorithm = &xl__algorithm_compact,
    .distributions = TOOL_TEXTS("uniform", "runs"),
    .edges = TOOL_TEXTS("small", "large", "zeros", "flags", "extreme"),
    .verify_base = "n=10007",
    .verify_settings = TOOL_TEXTS("", "keep=above", "keep=above capacity=100", "keep=nonzero items=3",
                                  "threshold=0", "threshold=0 keep=above", "capacity=0 keep=nonzero",
                                  "capacity=4097 group=64 threshold=9007199254740992.5",
                                  "counted=u32 keep=above", "counted=u64 capacity=100 items=3"),
    .trace_base = "items=4", /* with more there are rounds without an element */
    .bench_settings = TOOL_TEXTS("n=1048576 threshold=2147483648", "n=16777216 threshold=2147483648"),
    /* Numbers are uniform in [0, 2^32), so threshold / 2^32 of them are below the threshold. */
    .sweeps = TOOL_SWEEPS(
        {.name = "share",
         .question = "which strategy is fastest for which share of kept elements?",
         .title = "share of kept elements",
         .axis = "threshold=0,4294967,42949673,429496730,1073741824,2147483648,3221225472,4294967296",
         .labels = "0,0.1%,1%,10%,25%,50%,75%,100%",
         .settings = TOOL_TEXTS("n=16777216", "keep=below", "type=u32", "distribution=uniform")},
        TOOL_GROWS_N(OF_HALF), TOOL_GROWS_WIDTH("n=1048576", OF_HALF)),
    .inputs = (const tool_input[]){{"x", .whole = number}, {"flags", .bits = flag, .only = "flags"}, {0}},
    .generate = generate,
    .parts = "n",
    .count = count,
    .expect = expect,
};
