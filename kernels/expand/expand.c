/* expand.c - the table of expand: each element as often as its number (README.md). */
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

#define RIGHT(word, what) XL__KERNEL(word, what, "expand/expand.cl")
#define ARGS "x, repeat, out, count, uint n, uint capacity"
/* A launch that reserves positions in the count. */
#define PLACES(kernel_name)                                                                                  \
    .tuning = "group", .any_order = "out", XL__LAUNCH_FILLED("count", kernel_name, ARGS, "tiles")
#define ON_LANES                                                                                             \
    .flow = XL__GROUP_UNIFORM,                                                                               \
    .ops = "scan_exclusive_add:u32 scan_inclusive_add:u32 shuffle_up:u32 broadcast:u32"
/* Planted: the kernel `sub_group` with an edit. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "expand/expand.cl", __VA_ARGS__), .edited_in = "expand_sub_group", ON_LANES,       \
                                                            PLACES("expand_sub_group")
#define WRITES "if (own > 0) write_run(out, x[i], base + below, own, capacity);"

#define SEARCH(kernel_name)                                                                                  \
    XL__PASSES(OFFSETS_COUNTS("repeat", "n"), OFFSETS_FROM_COUNTS("count"),                                  \
               {XL__PASS(kernel_name,                                                                        \
                         "x, repeat, out, offsets, uint n, uint capacity, local uint sub_groups, "           \
                         "local uint group, local T group",                                                  \
                         "tiles")})

/* One pass with look-back over tiles of items * group elements. */
#define LOOKBACK(where, because)                                                                             \
    .needs = (where), .why = (because), RUNS_LOOK_BACK,                                                      \
    XL__PASSES({.fill = "count", .when = "parts == 0"},                                                      \
               RUNS_LAUNCH("expand_lookback", "x, repeat, out, count", "measures, uint n, uint capacity",    \
                           "local T group * items"))

static const xl__strategy strategies[] = {
    {RIGHT("loop", "one work-item, one loop; keeps the order"), XL__SERIAL("expand_loop", ARGS)},
    {RIGHT("atomic", "one atomic per element"), PLACES("expand_atomic")},
    {RIGHT("sub_group", "positions by a prefix sum, reserved by the last lane"), ON_LANES,
     PLACES("expand_sub_group")},
    {RIGHT("stable", "sums of work-groups, their prefix sums, then the elements; keeps the order"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OFFSETS_COUNTS_OPS,
     XL__PASSES(
         OFFSETS_COUNTS("repeat", "n"), OFFSETS_FROM_COUNTS("count"),
         {XL__PASS("expand_stable", "x, repeat, out, offsets, uint n, uint capacity, local uint sub_groups",
                   "tiles")})},
    {XL__KERNEL(
         "search",
         "as stable, but each work-item writes the same number of outputs and finds their runs by bisection",
         "expand/search.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OFFSETS_COUNTS_OPS, SEARCH("expand_search")},
    {XL__KERNEL("lookback", "as search, in one launch with look-back", "expand/lookback.cl"),
     LOOKBACK("progress", LOOKBACK_WHY)},
    {XL__KERNEL("shares", SHARES_HELP("sums up, then writes by vectors, in order"), "expand/shares.cl"),
     XL__PASSES(
         {SHARES_PASS("expand_shares_count", "repeat, counts, uint n, uint each")},
         {SHARES_PASS("expand_shares", "x, repeat, out, counts, count, uint n, uint capacity, uint each")})},
    {CHANGED("last_forgotten", "no positions are reserved for the last lane",
             {"atomic_add(count, below + own)", "atomic_add(count, below)"})},
    {CHANGED("inclusive", "each run begins where it should end",
             {WRITES, "if (own > 0) write_run(out, x[i], base + below + own, own, capacity);"}),
     .needs = "capacity > 5000", .why = "shows if something is written"},
    {CHANGED("cut_count", "the count is the number that fits, not the sum: shown by a smaller capacity",
             {WRITES, WRITES " if (own > 0) atomic_min(count, capacity);"}),
     .needs = "capacity < 5000", .why = "shows if not all fit"},
    {XL__EDITED("at_end", "the first position after a run gets that run's element", "expand/search.cl",
                {"ends[middle] > j", "ends[middle] >= j"}),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OFFSETS_COUNTS_OPS, .needs = "capacity > 5000",
     .why = "shows if something is written", SEARCH("expand_search")},
    {XL__EDITED("cut_four", "the last outputs of a tile, fewer than a work-item takes, are not written",
                "expand/lookback.cl", {"&& block * BLOCK < last;", "&& block * BLOCK + BLOCK - 1u < last;"}),
     LOOKBACK("progress && capacity > 5000", LOOKBACK_WHY "; shows where something is written")},
    {CHANGED("at_least_one", "a 0 counts as 1", {"repeat[i] : 0;", "max(repeat[i], 1u) : 0;"})},
};

/* auto keeps the order, so each run gives the same result. On one GPU of 132 units, 2^20 elements took 84 us
   with `stable`, 45 us with `search` and 22 us with `lookback`. */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) return "shares";
    return xl__able(problem, XL__PROGRESS) ? "lookback" : "search";
}

/* Cost: elements and numbers are read once; the number of writes depends on the data. */
const xl__algorithm xl__algorithm_expand = {
    .name = "expand",
    .help = "repeats each element a given number of times",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"n"},
    .choose = choose,
    .cost = {.bytes = "n * (bytes + 4)",
             .operations = "n",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : strategy == lookback ? "
                           "parts * group : round_up(n, group)",
             .steps = "strategy == loop ? n : strategy == shares ? each : strategy == lookback ? items : 1"},
};
