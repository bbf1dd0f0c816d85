/* Inputs and reference of expand. */
#include "cases/case.h"

enum { X, REPEAT, OUT, COUNT }; /* indices of arrays in the table of expand.c */

/* The numbers. uniform: 0 to 15; rare: one element in 100, up to 1000; none: 0; once: 1. */
static uint32_t times(const tool_element *e) {
    const uint32_t any = tool_any(e, 1);
    if (tool_is(e, "rare")) return any % 100 == 0 ? any / 100 % 1001 : 0;
    if (tool_is(e, "none")) return 0;
    return tool_is(e, "once") ? 1 : any % 16;
}

static uint64_t element(const tool_element *e) {
    const uint64_t any = tool_any(e, 0);
    return e->problem->type == XL_U64 ? any << 32 | e->i : any;
}

static uint64_t count(const tool_part *t) {
    return tool_u32(t, REPEAT, t->i);
}

static void expect(const tool_part *t) {
    for (uint64_t k = 0; k < t->made; k++)
        tool_expected_copy(&t->expected[OUT], (size_t)(t->place + k), t->in[X].data, t->i);
}

const tool_case tool_case_expand = {
    .algorithm = &xl__algorithm_expand,
    .distributions = TOOL_TEXTS("uniform", "rare"),
    .edges = TOOL_TEXTS("none", "once"),
    .verify_base = "n=2003 capacity=40000",
    .verify_settings = TOOL_TEXTS("", "capacity=1000", "capacity=0"),
    .bench_settings = TOOL_TEXTS("n=65536", "n=1048576"),
    .inputs = (const tool_input[]){{"x", .whole = element}, {"repeat", .bits = times}, {0}},
    .parts = "n",
    .count = count,
    .expect = expect,
};
