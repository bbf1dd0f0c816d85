/* Inputs and reference of elect. */
#include "../common/rounds_host.h"
#include "cases/case.h"

enum { ROWS, N, ROUNDS, KEY = 0, X, OUT, COUNT }; /* indices in the tables of elect.c: parameters, arrays */

/* Elements that are not 0. dense: all; half, rare: one in 2, one in 32; last: the last of each row. */
static bool is_there(const tool_element *e) {
    const uint64_t n = (uint64_t)e->problem->value[N];
    if (tool_is(e, "half")) return tool_any(e, 1) % 2 == 0;
    if (tool_is(e, "rare")) return tool_any(e, 1) % 32 == 0;
    return tool_is(e, "last") ? e->i % n == n - 1 : tool_is(e, "dense");
}

static uint32_t number(const tool_element *e) {
    return is_there(e) ? tool_any(e, 2) | 1 : 0;
}

static uint64_t count(const tool_part *t) {
    const size_t n = (size_t)t->problem->value[N];
    uint64_t there = 0;
    for (size_t i = t->i * n; i < (t->i + 1) * n; i++) there += tool_u32(t, X, i) != 0;
    return there;
}

static void expect(const tool_part *t) {
    const uint32_t function = host_rounds(tool_u32(t, KEY, t->i), (uint32_t)t->problem->value[ROUNDS]);
    size_t at = (size_t)t->place;
    for (size_t i = t->i * (size_t)t->problem->value[N]; at < t->place + t->made; i++)
        if (tool_u32(t, X, i) != 0) tool_expect_whole(&t->expected[OUT], at++, tool_u32(t, X, i) ^ function);
}

const tool_case tool_case_elect = {
    .algorithm = &xl__algorithm_elect,
    .distributions = TOOL_TEXTS("dense", "half", "rare"),
    .edges = TOOL_TEXTS("none", "last"),
    .verify_base = "rows=37 n=53 rounds=3",
    .verify_settings = TOOL_TEXTS("", "rounds=0"),
    .bench_settings = TOOL_TEXTS("rows=8192 n=64", "rows=131072 n=128"),
    .sweeps = TOOL_SWEEPS(
        {.name = "rounds",
         .question = "from how many rounds does one elected lane pay?",
         .title = "rounds of the function",
         .axis = "rounds=0,1,4,16,64,256",
         .settings = TOOL_TEXTS("rows=8192", "n=64", "distribution=dense")},
        {.name = "length",
         .question = "which strategy is the fastest, by the number of elements that share a function?",
         .title = "elements per row",
         .axis = "n=1,4,16,64,256",
         .settings = TOOL_TEXTS("rows=8192", "rounds=64", "distribution=dense")}),
    .inputs = (const tool_input[]){{.array = "key"}, {"x", .bits = number}, {0}},
    .parts = "rows",
    .count = count,
    .expect = expect,
};
