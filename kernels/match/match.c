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
#define RIGHT(word, what)                                                                                    \
    .name = (word), .help = (what), .source = "match/match.cl", .flow = XL__GROUP_UNIFORM, .rows = "group",  \
    PASS("match_" word, "")
#define WRONG(word, bug)                                                                                     \
    .name = (word), .help = (bug), .source = "match/wrong.cl", .flags = XL__WRONG,                           \
    .flow = XL__GROUP_UNIFORM, .ops = "ballot shuffle:u32 broadcast:u32 shuffle_up:u32",                     \
    PASS("match_" word, "")

static const xl__strategy strategies[] = {
    {RIGHT("loop", "each lane reads its sub-group's elements, W of them")},
    {RIGHT("shuffle", "each lane is asked for its value in turn: W steps"), .ops = "broadcast:u32"},
    {RIGHT("ballot", "a ballot for each bit"), .ops = "ballot"},
    {.name = "waterfall",
     .help = "a turn for each value that occurs",
     .source = "match/match.cl",
     .flow = XL__SUB_GROUP_UNIFORM,
     .ops = "ballot broadcast:u32",
     .rows = "group",
     .measures = turns,
     PASS("match_waterfall", "measures, ")},
    {RIGHT("layer", "sg_match_any: the device's instruction where it has one, else derived"),
     .ops = "match_any:u32 ballot broadcast:u32"},
    {WRONG("bits_popcount",
           "published: a round for each set bit of the number of values, not of its logarithm"),
     .needs = "lanes > 1 && bits > 1", .why = "shows over several lanes and bits"},
    {WRONG("ballot_cut", "the set of lanes is cut to 32 bits"), .needs = "lanes > 32",
     .why = "shows over more than 32 lanes"},
    {WRONG("tail_matches", "lanes past the end hold the last value again, and match it"),
     .needs = "lanes > 1", .why = "a sub-group of one lane has no tail"},
    {WRONG("rank_inclusive", "the lane is counted as one before itself")},
    {WRONG("as_floats", "bits are compared as floats: NaN, and zeros of both signs"), .needs = "bits == 32",
     .why = "shows where all bits count"},
    {WRONG("neighbours", "only neighbours are compared: right for sorted values"), .needs = "lanes > 2",
     .why = "two lanes are neighbours"},
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
