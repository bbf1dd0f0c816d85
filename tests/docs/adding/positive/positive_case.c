/* positive_case.c - inputs and reference of positive. */
#include "cases/case.h"
#include "base/number.h"

enum { X, KEPT, COUNT }; /* positions of arrays in the table of positive.c */

/* uniform: in [-1, 1). few: one in 100 is above 0. */
static uint32_t number(const tool_element *e) {
    const float shift = tool_is(e, "few") ? 1.98F : 1.0F;
    return xl__float_bits((float)(tool_any(e, 0) >> 8) * 0x1p-23F - shift);
}

/* How many elements of kept element i of x makes, and which, in the order of x. Strategies in any order
   are compared by value. */
static uint64_t count(const tool_part *t) {
    return tool_f32(t, X, t->i) > 0.0F;
}

static void expect(const tool_part *t) {
    if (t->made) tool_expect_near(&t->expected[KEPT], (size_t)t->place, (double)tool_f32(t, X, t->i), 0.0);
}

const tool_case tool_case_positive = {
    .algorithm = &xl__algorithm_positive,
    .distributions = TOOL_TEXTS("uniform", "few"),
    .verify_base = "n=1001 capacity=1001",
    .verify_settings = TOOL_TEXTS("", "capacity=100"),
    .bench_settings = TOOL_TEXTS("n=1048576"),
    .inputs = (const tool_input[]){{"x", .bits = number}, {0}},
    .parts = "n",
    .count = count,
    .expect = expect,
};
