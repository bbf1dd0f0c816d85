/* positive.c - the table of positive: the elements above 0 (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 1048576, 2e9, "elements", "what is looked at"),
    XL__SIZE_PARAM("capacity", 1048576, 2e9, "elements", "places"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_F32), .shape = {"n"}, .help = "what is looked at"},
    {XL__OUTPUT("kept", XL_F32), .shape = {"capacity"}, .help = "the elements above 0",
     .counted_by = "count"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "how many there are"},
};

#define ARGS "x, kept, count, uint n, uint capacity"
#define PLACES(kernel_name) /* the count begins with 0 */                                                    \
    .tuning = "group", .any_order = "kept", XL__LAUNCH_FILLED("count", kernel_name, ARGS, "blocks(n, group)")
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "ballot broadcast:u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item; keeps the order", "positive/positive.cl"),
     XL__SERIAL("positive_loop", ARGS)},
    {XL__KERNEL("atomic", "a place at a time", "positive/positive.cl"), PLACES("positive_atomic")},
    {XL__KERNEL("sub_group", "one atomic for all lanes", "positive/positive.cl"), ON_LANES,
     PLACES("positive_sub_group")},
};

extern const xl__strategy xl__planted_positive[];

const xl__algorithm xl__algorithm_positive = {
    .name = "positive",
    .help = "the elements above 0, packed",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_positive,
    .shape = {"n"},
    .automatic = "sub_group",
    .cost = {.bytes = "4 * n",
             .operations = "n",
             .work_items = "strategy == loop ? 1 : n",
             .steps = "strategy == loop ? n : 1"},
};
