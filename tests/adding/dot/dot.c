/* dot.c - the table of dot: in every row, the sum of a_i b_i (README.md). */
#include "algorithm.h"

static const xl__param params[] = {
    {.name = "rows", .role = XL__RUNTIME, .initial = 1024, .most = 2e9, .help = "rows", .size = true},
    {.name = "n", .role = XL__RUNTIME, .initial = 1024, .most = 2e9, .help = "their length", .size = true},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {.name = "a", .types = {XL_F32}, .shape = {"rows", "n"}, .help = "left factors"},
    {.name = "b", .types = {XL_F32}, .shape = {"rows", "n"}, .help = "right factors"},
    {.name = "sum", .types = {XL_F32}, .direction = XL__OUT, .shape = {"rows"}, .help = "of a b in a row"},
};

/* One launch of a kernel; a work-group makes as many rows as `made` says. */
#define LAUNCH(file, name, made)                                                                             \
    .source = file, .tuning = "group", .rows = made, .passes = (const xl__pass[]) {                          \
        {.kernel = name, .args = "a, b, sum, uint rows, uint n", .groups = "blocks(rows, " made ")"}, {0},   \
    }
#define ON_LANES(file, name) /* where the device has no sum over the lanes, it is made of exchanges */       \
    .flow = XL__GROUP_UNIFORM, .ops = "reduce_add:f32 shuffle_xor:u32", LAUNCH(file, name, "sub_groups")

static const xl__strategy strategies[] = {
    {.name = "serial", .help = "a work-item per row", LAUNCH("dot/dot.cl", "dot_serial", "group")},
    {.name = "subgroup", .help = "a sub-group per row", ON_LANES("dot/dot.cl", "dot_subgroup")},
    {.name = "tail",
     .help = "lanes past the last element repeat it: wrong where n is no multiple of the width",
     .flags = XL__WRONG,
     .needs = "lanes > 1",
     .why = "a sub-group of one lane cannot show this bug",
     ON_LANES("dot/wrong.cl", "dot_tail")},
};

static const char *choose(xl__problem *problem) {
    return problem->cpu ? "serial" : "subgroup"; /* a CPU's compiler vectorises over work-items */
}

const xl__algorithm xl__algorithm_dot = {
    .name = "dot",
    .help = "in every row, the sum of a b",
    XL__LISTS(params, arrays, strategies),
    .shape = {"rows", "n"},
    .choose = choose,
};
