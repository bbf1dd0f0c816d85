/* lanes.c - the table of lanes: the basic operations of a sub-group (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 4096, 4294966272.0, "elements", "values, one per lane"),
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_U32), .shape = {"n"}, .help = "the value of each lane"},
    {XL__OUTPUT("y", XL_U32), .shape = {"n"}, .help = "the result of each lane"},
};

#define LAUNCH(kernel_name, operations)                                                                      \
    .flow = XL__GROUP_UNIFORM, .ops = (operations), .rows = "group",                                         \
    XL__LAUNCH(kernel_name, "x, y, uint n", "blocks(n, group)")
#define RIGHT(word, what, operations)                                                                        \
    XL__KERNEL(word, what, "lanes/lanes.cl"), LAUNCH("lanes_" word, operations)
#define WRONG(word, bug, operations)                                                                         \
    XL__PLANTED(word, bug, "lanes/wrong.cl"), LAUNCH("lanes_" word, operations)
#define SEVERAL .needs = "lanes > 1", .why = "shows with two lanes or more"
#define ELEMENTS .needs = "n > 0", .why = "needs elements"

static const xl__strategy strategies[] = {
    {RIGHT("lane", "the lane's number", NULL)},
    {RIGHT("shuffle", "the value of the next lane", "shuffle:u32")},
    {RIGHT("ballot", "how many lanes hold an odd number", "ballot")},
    {RIGHT("sum", "the sum over the sub-group", "reduce_add:u32 shuffle_xor:u32")},
    {RIGHT("scan", "the sum over the previous lanes", "scan_exclusive_add:u32 shuffle_up:u32")},
    {WRONG("lane_item", "uses the work-item's number instead of the lane", NULL), .needs = "n > lanes",
     .why = "the first sub-group cannot show it"},
    {WRONG("shuffle_itself", "each lane takes its own number", "shuffle:u32"), SEVERAL},
    {WRONG("ballot_even", "counts lanes with an even number", "ballot"), ELEMENTS},
    {WRONG("sum_tail", "lanes past the end add the last number again", "reduce_add:u32 shuffle_xor:u32"),
     .needs = "n % lanes > 0", .why = "needs lanes past the end"},
    {WRONG("sum_thirty_two", "a sum that is right with 32 lanes only", "shuffle:u32"), .needs = "lanes != 32",
     .why = "is right with 32 lanes"},
    {WRONG("sum_lane_zero", "only lane 0 writes the sum", "reduce_add:u32 shuffle_xor:u32"), SEVERAL},
    {WRONG("scan_with_me", "a lane's sum includes its own number", "scan_inclusive_add:u32 shuffle_up:u32"),
     ELEMENTS},
};

const xl__algorithm xl__algorithm_lanes = {
    .name = "lanes",
    .help = "first lesson: a lane, a shuffle, a ballot, sums",
    XL__LISTS(params, arrays, strategies),
    .shape = {"n"},
    .cost = {.bytes = "n * (strategy == lane ? 4 : 8)",
             .operations = "strategy == lane ? 0 : n",
             .work_items = "round_up(n, group)",
             .steps = "1"},
};
