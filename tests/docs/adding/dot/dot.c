/* dot.c - the table of dot: in every row, the sum of a_i b_i (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("rows", 1024, 2e9, "rows", "each a sum"),
    XL__SIZE_PARAM("n", 1024, 2e9, "elements", "of a row"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("a", XL_F32), .shape = {"rows", "n"}, .help = "left factors"},
    {XL__INPUT("b", XL_F32), .shape = {"rows", "n"}, .help = "right factors"},
    {XL__OUTPUT("sum", XL_F32), .shape = {"rows"}, .help = "of a b in a row"},
};

/* One launch of a kernel; a work-group makes as many rows as `made` says. */
#define LAUNCH(kernel, made)                                                                                 \
    .tuning = "group", .rows = made,                                                                         \
    XL__LAUNCH(kernel, "a, b, sum, uint rows, uint n", "blocks(rows, " made ")")
#define ON_LANES(kernel) /* where the device has no sum over the lanes, it is made of exchanges */           \
    .flow = XL__GROUP_UNIFORM, .ops = "reduce_add:f32 shuffle_xor:u32", LAUNCH(kernel, "sub_groups")

static const xl__strategy strategies[] = {
    {XL__KERNEL("serial", "a work-item per row", "dot/dot.cl"), LAUNCH("dot_serial", "group")},
    {XL__KERNEL("subgroup", "a sub-group per row", "dot/dot.cl"), ON_LANES("dot_subgroup")},
    {XL__PLANTED("tail", "lanes past the last element repeat it: wrong where n is no multiple of the width",
                 "dot/wrong.cl"),
     XL__SEVERAL_LANES, ON_LANES("dot_tail")},
};

const xl__algorithm xl__algorithm_dot = {
    .name = "dot",
    .help = "in every row, the sum of a b",
    XL__LISTS(params, arrays, strategies),
    .shape = {"rows", "n"},
    .automatic = "cpu ? serial : subgroup", /* a CPU's compiler vectorises over work-items */
    .cost = {.bytes = "4 * rows * (2 * n + 1)",
             .operations = "2 * rows * n",
             .work_items = "rows * (strategy == serial ? 1 : lanes)",
             .steps = "blocks(n, strategy == serial ? 1 : lanes)"},
};
