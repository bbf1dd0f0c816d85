/* lanes.c - the table of lanes: the first operations of a sub-group, a kernel each (README.md). */
#include "algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 4096, 4294966272.0, "elements", "numbers, one for each lane"),
};

static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = "what each lane has"},
    {.name = "y", .types = {XL_U32}, .direction = XL__OUT, .shape = {"n"}, .help = "what each lane gets"},
};

#define KERNEL(file, name, operations)                                                                       \
    .source = file, .flow = XL__GROUP_UNIFORM, .ops = operations, .rows = "group",                           \
    XL__LAUNCH(name, "x, y, uint n", "blocks(n, group)")
#define RIGHT(name, operations) KERNEL("lanes/lanes.cl", name, operations)
#define WRONG(name, operations, where, which)                                                                \
    .flags = XL__WRONG, .needs = where, .why = which, KERNEL("lanes/wrong.cl", name, operations)
#define SEVERAL "shows with two lanes or more"

static const xl__strategy strategies[] = {
    {.name = "lane", .help = "the lane's number", RIGHT("lanes_lane", NULL)},
    {.name = "shuffle", .help = "the next lane's number", RIGHT("lanes_shuffle", "shuffle:u32")},
    {.name = "ballot", .help = "how many lanes have an odd number", RIGHT("lanes_ballot", "ballot")},
    {.name = "sum",
     .help = "the sum over the sub-group",
     RIGHT("lanes_sum", "reduce_add:u32 shuffle_xor:u32")},
    {.name = "scan",
     .help = "the sum over the lanes before this one",
     RIGHT("lanes_scan", "scan_exclusive_add:u32 shuffle_up:u32")},
    {.name = "lane_item",
     .help = "the number of the work-item in place of the lane",
     WRONG("lanes_lane_item", NULL, "n > lanes", "the first sub-group cannot show it")},
    {.name = "shuffle_itself",
     .help = "each lane takes its own number",
     WRONG("lanes_shuffle_itself", "shuffle:u32", "lanes > 1", SEVERAL)},
    {.name = "ballot_even",
     .help = "lanes with an even number are counted",
     WRONG("lanes_ballot_even", "ballot", "n > 0", "needs elements")},
    {.name = "sum_tail",
     .help = "lanes past the end add the last number once more",
     WRONG("lanes_sum_tail", "reduce_add:u32 shuffle_xor:u32", "n % lanes > 0", "needs lanes past the end")},
    {.name = "sum_thirty_two",
     .help = "a sum by hand that is right with 32 lanes alone",
     WRONG("lanes_sum_thirty_two", "shuffle:u32", "lanes != 32", "is right with 32 lanes")},
    {.name = "sum_lane_zero",
     .help = "lane 0 alone writes the sum",
     WRONG("lanes_sum_lane_zero", "reduce_add:u32 shuffle_xor:u32", "lanes > 1", SEVERAL)},
    {.name = "scan_with_me",
     .help = "a lane's own number is in its sum",
     WRONG("lanes_scan_with_me", "scan_inclusive_add:u32 shuffle_up:u32", "n > 0", "needs elements")},
};

const xl__algorithm xl__algorithm_lanes = {
    .name = "lanes",
    .help = "the first lesson: a lane, a shuffle, a ballot, a sum, a scan",
    XL__LISTS(params, arrays, strategies),
    .shape = {"n"},
};
