/* Inputs and reference of balance. */
#include "cases/case.h"
#include <math.h>

enum { X, FIRST, LENGTH, OUT, PLACE, TOTAL }; /* indices of arrays in the table of balance.c */

static uint32_t first_of(const tool_element *e) {
    const uint32_t any = tool_any(e, 1), n = (uint32_t)xl__get(e->problem, "n");
    return tool_is(e, "widths") && any % 5 == 0 ? any : any % (n ? n : 1);
}

static uint32_t around_widths(uint32_t any) {
    const uint32_t width = UINT32_C(1) << any % 8;
    return any >> 8 & 1 ? width : any >> 9 & 1 ? width + 1 : any >> 10 & 1 ? width - 1 : 0;
}

/* About 32 on average except for widths and none. linear: increasing from 0; zipf: a few long and many short
   ones; one: all 8 except one; `alone`: all 0 except one; widths: around every width, starts outside x. */
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

static uint64_t count(const tool_part *t) {
    return tool_u32(t, LENGTH, t->i);
}

static void expect(const tool_part *t) {
    const uint64_t first = tool_u32(t, FIRST, t->i), n = (uint64_t)xl__get(t->problem, "n");
    for (uint64_t j = 0; j < t->made; j++) {
        const uint64_t v = first + j < n ? tool_u32(t, X, (size_t)(first + j)) : 0;
        tool_expect_whole(&t->expected[OUT], (size_t)(t->place + j),
                          v * (2 * j + 1) % (UINT64_C(1) << 32) + t->i);
    }
    tool_expect_whole(&t->expected[PLACE], t->i, t->begins);
}

const tool_case tool_case_balance = {
    .algorithm = &xl__algorithm_balance,
    .distributions = TOOL_TEXTS("equal", "linear", "zipf", "one", "alone"),
    .edges = TOOL_TEXTS("widths", "none"),
    .verify_base = "segments=300 n=5003 capacity=40000",
    .verify_settings = TOOL_TEXTS("", "capacity=1000", "capacity=0 n=0"),
    .bench_settings = TOOL_TEXTS("segments=4096", "segments=65536"),
    .sweeps = TOOL_SWEEPS({.name = "imbalance",
                           .question = "which strategy is fastest for how uneven segments?",
                           .title = "lengths of the segments",
                           .axis = "distribution=equal,linear,zipf,one,alone",
                           .labels = "all equal,0 to 64,Zipf,one huge,all 0 but one",
                           .settings = TOOL_TEXTS("segments=65536", "n=1048576", "capacity=4194304")}),
    .inputs =
        (const tool_input[]){{.array = "x"}, {"first", .bits = first_of}, {"length", .bits = length_of}, {0}},
    .parts = "segments",
    .count = count,
    .expect = expect,
};
