/* The table of match (README.md). */
#include "table/algorithm.h"
#include "table/operators.h"

/* On an H200 8 elements per work-item take 0.7 of the time of 1 or 16 (2^24 u32 of few values). */
static double settle_items(const xl__problem *problem, double asked) {
    return xl__fit_units(problem, asked, 8.0);
}

enum { BITS = 1 }; /* its place */
static int check(xl__problem *problem, xl_error *error) {
    const long long bits = xl__int(problem, BITS), has = 8 * (long long)xl_type_size(problem->type);
    if (bits <= has) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "match: bits=%lld is more than the %lld bits of %s values", bits,
                    has, xl_type_name(problem->type));
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16777216, 4294967295.0, "elements", "values, one per lane"),
    XL__PROBLEM_PARAM("bits", 0, 0, 64, "bits", "lowest bits of a value to compare; 0 = all"),
    XL__GROUP_PARAM,
    {XL__NUMBER(XL__TUNING, "items", 0, 0, 16, NULL, "elements per work-item, 0 = chosen"),
     .settle = settle_items},
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL__OPERANDS), .shape = {"n"}, .help = "values; each sub-group has W consecutive values"},
    {XL__OUTPUT("leader", XL_U8), .shape = {"n"}, .help = "the lowest lane with the same value"},
    {XL__OUTPUT("count", XL_U8), .shape = {"n"},
     .help = "number of lanes with the same value, including this one"},
    {XL__OUTPUT("rank", XL_U8), .shape = {"n"}, .help = "number of lower lanes with the same value"},
};

static const xl__size sizes[] = {
    {.name = "compared", .is = "bits == 0 ? 8 * bytes : min(bits, 8 * bytes)"},
    {0},
};

#define ARGS "x, leader, count, rank, uint n"

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "each lane reads all W elements of its sub-group", "match/match.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .rows = "group",
     XL__LAUNCH("match_loop", ARGS, "blocks(n, group)")},
    {XL__KERNEL("shuffle", "each lane broadcasts its value: W steps", "match/match.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .rows = "group", .ops = "broadcast:u32",
     XL__LAUNCH("match_shuffle", ARGS, "blocks(n, group)")},
    {XL__KERNEL("ballot", "a ballot per bit", "match/match.cl"), .flow = XL__GROUP_UNIFORM, .tuning = "group",
     .rows = "group", .ops = "ballot", XL__LAUNCH("match_ballot", ARGS, "blocks(n, group)")},
    {XL__KERNEL("waterfall", "a round per distinct value", "match/match.cl"), .flow = XL__SUB_GROUP_UNIFORM,
     .tuning = "group", .rows = "group", .ops = "ballot broadcast:u32",
     /* At most W rounds per sub-group, and at most one per value. */
     XL__MEASURES({XL__MEASURE("iterations", "turns", "rounds of the waterfall in all sub-groups"),
                   .least = "blocks(n, lanes)", .most = "n"},
                  {XL__MEASURE("longest", "turns", "rounds of the longest sub-group"), .least = "min(n, 1)",
                   .most = "min(n, lanes)"}),
     XL__LAUNCH("match_waterfall", "x, leader, count, rank, measures, uint n", "blocks(n, group)")},
    {XL__KERNEL("layer", "sg_match_any: the device's instruction if it has one, otherwise derived",
                "match/match.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "items group", .rows = "group",
     .ops = "match_any:u32 ballot broadcast:u32",
     XL__LAUNCH("match_layer", ARGS, "blocks(n, group * items)")},
};

/* auto: layer on a GPU, which may have an instruction for it, and with emulated lanes, where it has two
   barriers. Otherwise the fewest steps: shuffle has one per lane, ballot one per bit. Cost: three bytes are
   written per value; an operation is a value. */
extern const xl__strategy xl__planted_match[];

const xl__algorithm xl__algorithm_match = {
    .name = "match",
    .help = "finds the lanes that hold the same value",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_match,
    .sizes = sizes,
    .shape = {"n"},
    .check = check,
    /* 16 lanes of a CPU: a round per lane takes 0.9 of the time of 15 or 16 ballots. Emulated: one ballot
       takes 0.7 to 0.9 of the time of layer. */
    .automatic = "cpu && compared == 1 ? ballot : emulated || cpu == 0 ? layer : "
                 "lanes < compared + 2 ? shuffle : ballot",
    .cost = {.bytes = "(bytes + 3) * n",
             .operations = "n",
             .work_items = "strategy == layer ? group * blocks(n, group * items) : round_up(n, group)",
             .steps = "strategy == layer ? min(n, items) : n > 0"},
};
