/* balance_case.c - inputs and reference of balance. */
#include "case.h"
#include <math.h>

enum { X, FIRST, LENGTH, OUT, PLACE, TOTAL }; /* places of arrays in the table of balance.c */

/* Lengths, 32 in the middle of each: all equal; rising from 0; a few long ones and many short; all 8 but one;
   all 0 but one. */
static const char *const distributions[] = {"equal", "linear", "zipf", "one", "alone", NULL};
/* Around every width, with starts outside of x; all 0. */
static const char *const edges[] = {"widths", "none", NULL};

static uint32_t any_number(const tool_element *e) {
    return tool_any(e, 0);
}

static uint32_t first_of(const tool_element *e) {
    const uint32_t any = tool_any(e, 1), n = (uint32_t)xl__get(e->problem, "n");
    return tool_is(e, "widths") && any % 5 == 0 ? any : any % (n ? n : 1);
}

static uint32_t around_widths(uint32_t any) {
    const uint32_t width = UINT32_C(1) << any % 8;
    return any >> 8 & 1 ? width : any >> 9 & 1 ? width + 1 : any >> 10 & 1 ? width - 1 : 0;
}

static uint32_t length_of(const tool_element *e) {
    const uint32_t any = tool_any(e, 2);
    const double at = (double)e->i, segments = (double)e->n;
    const double rank = floor((double)any / 4294967296.0 * segments) + 1.0;
    if (tool_is(e, "linear")) return (uint32_t)(64.0 * at / segments);
    if (tool_is(e, "zipf")) return (uint32_t)(32.0 * segments / (log(segments) + 0.6) / rank);
    if (tool_is(e, "one")) return at == floor(segments / 3.0) ? (uint32_t)(24.0 * segments) : 8;
    if (tool_is(e, "alone")) return at == floor(segments / 2.0) ? (uint32_t)(32.0 * segments) : 0;
    if (tool_is(e, "widths")) return around_widths(any);
    return tool_is(e, "none") ? 0 : 32;
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

static const tool_sweep sweeps[] = {
    {.name = "imbalance",
     .question = "which strategy is the fastest, by how uneven the segments are?",
     .title = "lengths of the segments",
     .axis = "distribution=equal,linear,zipf,one,alone",
     .labels = "all equal,0 to 64,Zipf,one huge,all 0 but one",
     .settings = (const char *const[]){"segments=65536", "n=1048576", "capacity=4194304", NULL}},
    {.name = NULL}};

const tool_case tool_case_balance = {
    .algorithm = &xl__algorithm_balance,
    .distributions = distributions,
    .edges = edges,
    .verify_base = "segments=300 n=5003 capacity=40000",
    .verify_settings = (const char *const[]){"", "capacity=1000", "capacity=0 n=0", NULL},
    .bench_settings = (const char *const[]){"segments=4096", "segments=65536", NULL},
    .sweeps = sweeps,
    .inputs = (const tool_input[]){{"x", any_number}, {"first", first_of}, {"length", length_of}, {0}},
    .reference = reference,
};
