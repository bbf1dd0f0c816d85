/* The table of expand (README.md). */
#include "common/runs_host.h"
#include "caps/able.h"

#define MOST_ELEMENTS 4294967295.0 /* the limit of a 32-bit count */

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 1048576, MOST_ELEMENTS, "elements", "elements"),
    XL__RUNTIME_PARAM("capacity", 16777216, 0, MOST_ELEMENTS, "elements",
                      "maximum number of elements to write; all elements are counted"),
    XL__GROUP_PARAM,
    RUNS_ITEMS_PARAM,
};

#define TYPES XL_U32, XL_I32, XL_F32, XL_U64
static const xl__array_desc arrays[] = {
    {XL__INPUT("x", TYPES), .shape = {"n"}, .help = "the elements to repeat"},
    {XL__INPUT("repeat", XL_U32), .shape = {"n"}, .sum_below = 0x1p32,
     .help = "how often to repeat each element; the sum must be below 2^32"},
    {XL__OUTPUT("out", TYPES), .shape = {"capacity"}, .help = "the repeated elements, without gaps",
     .counted_by = "count"},
    {XL__OUTPUT("count", XL_U32), .shape = {"1"}, .help = "the sum of `repeat`, even if fewer elements fit"},
};

static const xl__size sizes[] = {
    {.name = "tiles", .is = "blocks(n, group)"},
    RUNS_SIZE,
    SHARES,
    {0},
};
static const xl__area areas[] = {
    OFFSETS_AREA, {.name = "counts", .type = "uint", .count = "shares"}, RUNS_STATES, {0}};

#define ARGS "x, repeat, out, count, uint n, uint capacity"

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one loop; keeps the order", "expand/expand.cl"),
     XL__SERIAL("expand_loop", ARGS)},
    {XL__KERNEL("atomic", "one atomic per element", "expand/expand.cl"), .tuning = "group",
     .any_order = "out", XL__LAUNCH_FILLED("count", "expand_atomic", ARGS, "tiles")},
    {XL__KERNEL("sub_group", "positions by a prefix sum, reserved by the last lane", "expand/expand.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .any_order = "out",
     .ops = "scan_exclusive_add:u32 scan_inclusive_add:u32 shuffle_up:u32 broadcast:u32",
     XL__LAUNCH_FILLED("count", "expand_sub_group", ARGS, "tiles")},
    {XL__KERNEL("stable", "sums of work-groups, their prefix sums, then the elements; keeps the order",
                "expand/expand.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OFFSETS_COUNTS_OPS,
     XL__PASSES(
         OFFSETS_COUNTS("repeat", "n"), OFFSETS_FROM_COUNTS("count"),
         {XL__PASS("expand_stable", "x, repeat, out, offsets, uint n, uint capacity, local uint sub_groups",
                   "tiles")})},
    {XL__KERNEL(
         "search",
         "as stable, but each work-item writes the same number of outputs and finds their runs by bisection",
         "expand/search.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OFFSETS_COUNTS_OPS,
     XL__PASSES(OFFSETS_COUNTS("repeat", "n"), OFFSETS_FROM_COUNTS("count"),
                {XL__PASS("expand_search",
                          "x, repeat, out, offsets, uint n, uint capacity, local uint sub_groups, "
                          "local uint group, local T group",
                          "tiles")})},
    {XL__KERNEL("lookback", "as search, in one launch with look-back", "expand/lookback.cl"),
     .needs = "progress", .why = LOOKBACK_WHY, RUNS_LOOK_BACK,
     XL__PASSES({.fill = "count", .when = "parts == 0"},
                RUNS_LAUNCH("expand_lookback", "x, repeat, out, count", "measures, uint n, uint capacity",
                            "local T group * items"))},
    {XL__KERNEL("shares", SHARES_HELP("sums up, then writes by vectors, in order"), "expand/shares.cl"),
     XL__PASSES(
         {SHARES_PASS("expand_shares_count", "repeat, counts, uint n, uint each")},
         {SHARES_PASS("expand_shares", "x, repeat, out, counts, count, uint n, uint capacity, uint each")})},
};

/* auto keeps the order. 2^20 elements on a GPU of 132 units: `stable` 84 us, `search` 45, `lookback` 22. */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) return "shares";
    return xl__able(problem, XL__PROGRESS) ? "lookback" : "search";
}

extern const xl__strategy xl__planted_expand[];

const xl__algorithm xl__algorithm_expand = {
    .name = "expand",
    .help = "repeats each element a given number of times",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_expand,
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "n * (bytes + 4)",
             .operations = "n",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : strategy == lookback ? "
                           "parts * group : round_up(n, group)",
             .steps = "strategy == loop ? n : strategy == shares ? each : strategy == lookback ? items : 1"},
};
