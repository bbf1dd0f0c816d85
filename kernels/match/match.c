/* match.c - the table of match: lanes of a sub-group that hold the same value (README.md). */
#include "algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, 4294967295.0, "elements", "values, one per lane"),
    XL__PROBLEM_PARAM("bits", 32, 1, 32, "bits", "lowest bits of a value that are compared"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_U32), .shape = {"n"}, .help = "values; W neighbours are a sub-group's"},
    {XL__OUTPUT("leader", XL_U8), .shape = {"n"}, .help = "the lowest lane that holds the same value"},
    {XL__OUTPUT("count", XL_U8), .shape = {"n"}, .help = "how many lanes hold it, this one among them"},
    {XL__OUTPUT("rank", XL_U8), .shape = {"n"}, .help = "how many of them are below this lane"},
};

/* At most W turns in each sub-group, and no more than there are values. */
static const xl__measure turns[] = {
    {.name = "iterations",
     .unit = "turns",
     .help = "turns of the waterfall, of all sub-groups together",
     .least = "blocks(n, lanes)",
     .most = "n"},
    {.name = "longest",
     .unit = "turns",
     .help = "turns of the sub-group that took the most",
     .least = "min(n, 1)",
     .most = "min(n, lanes)"},
    {0},
};

#define PASS(kernel_name, more)                                                                              \
    .tuning = "group", XL__LAUNCH(kernel_name, "x, leader, count, rank, " more "uint n", "blocks(n, group)")
#define RIGHT(kernel_name)                                                                                   \
    .source = "match/match.cl", .flow = XL__GROUP_UNIFORM, .rows = "group", PASS(kernel_name, "")
#define WRONG(kernel_name)                                                                                   \
    .source = "match/wrong.cl", .flags = XL__WRONG, .flow = XL__GROUP_UNIFORM,                               \
    .ops = "ballot shuffle:u32 broadcast:u32 shuffle_up:u32", PASS(kernel_name, "")

static const xl__strategy strategies[] = {
    {.name = "loop", .help = "each lane reads its sub-group's elements, W of them", RIGHT("match_loop")},
    {.name = "shuffle",
     .help = "each lane is asked for its value in turn: W steps",
     .ops = "broadcast:u32",
     RIGHT("match_shuffle")},
    {.name = "ballot", .help = "a ballot for each bit", .ops = "ballot", RIGHT("match_ballot")},
    {.name = "waterfall",
     .help = "a turn for each value that occurs",
     .source = "match/match.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .ops = "ballot broadcast:u32",
     .rows = "group",
     .measures = turns,
     PASS("match_waterfall", "measures, ")},
    {.name = "layer",
     .help = "sg_match_any: the device's instruction where it has one, else derived",
     .ops = "match_any:u32 ballot broadcast:u32",
     RIGHT("match_layer")},
    {.name = "bits_popcount",
     .help = "published: a round for each set bit of the number of values, not of its logarithm",
     .needs = "lanes > 1 && bits > 1",
     .why = "shows over several lanes and bits",
     WRONG("match_bits_popcount")},
    {.name = "ballot_cut",
     .help = "the set of lanes is cut to 32 bits",
     .needs = "lanes > 32",
     .why = "shows over more than 32 lanes",
     WRONG("match_ballot_cut")},
    {.name = "tail_matches",
     .help = "lanes past the end hold the last value again, and match it",
     .needs = "lanes > 1",
     .why = "a sub-group of one lane has no tail",
     WRONG("match_tail_matches")},
    {.name = "rank_inclusive",
     .help = "the lane is counted as one before itself",
     WRONG("match_rank_inclusive")},
    {.name = "as_floats",
     .help = "bits are compared as floats: NaN, and zeros of both signs",
     .needs = "bits == 32",
     .why = "shows where all bits count",
     WRONG("match_as_floats")},
    {.name = "neighbours",
     .help = "only neighbours are compared: right for sorted values",
     .needs = "lanes > 2",
     .why = "two lanes are neighbours",
     WRONG("match_neighbours")},
};

/* auto: a GPU may have an instruction, which the layer takes; emulated, it compares all lanes between two
   barriers. Else what takes the fewest operations whatever the values: the lanes' values one by one, or a
   ballot for each bit. The cost: each value read once, three bytes written; an operation is a value. */
const xl__algorithm xl__algorithm_match = {
    .name = "match",
    .help = "lanes of a sub-group that hold the same value: the first one, how many, how many before",
    XL__LISTS(params, arrays, strategies),
    .shape = {"n"},
    .automatic = "emulated || cpu == 0 ? layer : lanes < bits ? shuffle : ballot",
    .cost = {.bytes = "7 * n", .operations = "n", .work_items = "round_up(n, group)", .steps = "n > 0"},
};
