/* The table of lanes (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 4096, 4294966272.0, "elements", "values, one per lane"),
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_U32), .shape = {"n"}, .help = "the value of each lane"},
    {XL__OUTPUT("y", XL_U32), .shape = {"n"}, .help = "the result of each lane"},
};

#define LAUNCH(kernel_name)                                                                                  \
    .flow = XL__GROUP_UNIFORM, .rows = "group", XL__LAUNCH(kernel_name, "x, y, uint n", "blocks(n, group)")

static const xl__strategy strategies[] = {
    {XL__KERNEL("lane", "the lane's number", "lanes/lanes.cl"), LAUNCH("lanes_lane")},
    {XL__KERNEL("shuffle", "the value of the next lane", "lanes/lanes.cl"), .ops = "shuffle:u32",
     LAUNCH("lanes_shuffle")},
    {XL__KERNEL("ballot", "how many lanes hold an odd number", "lanes/lanes.cl"), .ops = "ballot",
     LAUNCH("lanes_ballot")},
    {XL__KERNEL("sum", "the sum over the sub-group", "lanes/lanes.cl"),
     .ops = "reduce_add:u32 shuffle_xor:u32", LAUNCH("lanes_sum")},
    {XL__KERNEL("scan", "the sum over the previous lanes", "lanes/lanes.cl"),
     .ops = "scan_exclusive_add:u32 shuffle_up:u32", LAUNCH("lanes_scan")},
};

extern const xl__strategy xl__planted_lanes[];

const xl__algorithm xl__algorithm_lanes = {
    .name = "lanes",
    .help = "first lesson: a lane, a shuffle, a ballot, sums",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_lanes,
    .shape = {"n"},
    .cost = {.bytes = "n * (strategy == lane ? 4 : 8)",
             .operations = "strategy == lane ? 0 : n",
             .work_items = "round_up(n, group)",
             .steps = "1"},
};
