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

static const xl__size sizes[] = {
    {.name = "parts", .is = "max(1, min(blocks(n, 16 * lanes), 64))"}, /* of a row */
    {0},
};

static const xl__area areas[] = {
    {.name = "totals", .type = "float", .count = "rows * parts"},
    {0},
};

/* One launch of a kernel; a work-group makes as many rows as `made` says. */
#define LAUNCH(kernel, made)                                                                                 \
    .tuning = "group", .rows = made,                                                                         \
    XL__LAUNCH(kernel, "a, b, sum, uint rows, uint n", "blocks(rows, " made ")")
#define ON_LANES /* without a sum over the lanes, the device uses exchanges */                               \
    .flow = XL__GROUP_UNIFORM, .ops = "reduce_add:f32 shuffle_xor:u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("serial", "a work-item per row", "dot/dot.cl"), LAUNCH("dot_serial", "group")},
    {XL__KERNEL("subgroup", "a sub-group per row", "dot/dot.cl"), ON_LANES,
     LAUNCH("dot_subgroup", "sub_groups")},
    {XL__KERNEL("split", "a row is shared by several sub-groups: two passes", "dot/dot.cl"), ON_LANES,
     .tuning = "group",
     XL__PASSES({.kernel = "dot_parts",
                 .args = "a, b, totals, uint rows, uint n, uint parts",
                 .groups = "blocks(rows * parts, sub_groups)"},
                {.kernel = "dot_add_parts", .args = "totals, sum, uint rows, uint parts", .items = "rows"})},
};

extern const xl__strategy xl__planted_dot[];

const xl__algorithm xl__algorithm_dot = {
    .name = "dot",
    .help = "in every row, the sum of a b",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_dot,
    .shape = {"rows", "n"},
    /* A CPU's compiler vectorises over work-items. Few rows leave compute units without work. */
    .automatic = "cpu ? serial : rows < units ? split : subgroup",
    .cost = {.bytes = "4 * rows * (2 * n + 1)",
             .operations = "2 * rows * n",
             .work_items = "rows * (strategy == serial ? 1 : strategy == split ? parts * lanes : lanes)",
             .steps = "blocks(n, strategy == serial ? 1 : strategy == split ? parts * lanes : lanes)"},
};
