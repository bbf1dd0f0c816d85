/* The table of balance (README.md). */
#include "caps/able.h"
#include "common/passes_host.h"

#define MOST 4294967295.0 /* the limit of a 32-bit position */

enum { SEGMENTS }; /* indices into params */

static const xl__param params[] = {
    XL__SIZE_PARAM("segments", 65536, MOST, NULL, "segments"),
    XL__SIZE_PARAM("n", 1048576, MOST, "elements", "elements of x"),
    XL__RUNTIME_PARAM("capacity", 4194304, 0, MOST, "elements",
                      "maximum number of elements to write; all elements are counted"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_U32), .shape = {"n"}, .help = "the elements; segments are parts of x"},
    {XL__INPUT("first", XL_U32), .shape = {"segments"}, .help = "start of each segment in x"},
    {XL__INPUT("length", XL_U32), .shape = {"segments"}, .sum_below = 0x1p32,
     .help = "length of each segment, the sum below 2^32; elements outside x count as 0"},
    {XL__OUTPUT("out", XL_U32), .shape = {"capacity"},
     .help = "element x with index j of segment s becomes x (2 j + 1) + s", .counted_by = "total",
     .placed_by = "place", .lengths = "length"},
    {XL__OUTPUT("place", XL_U32), .shape = {"segments"}, .help = "start of each segment in out"},
    {XL__OUTPUT("total", XL_U32), .shape = {"1"}, .help = "the sum of lengths, even if fewer elements fit"},
};

static const xl__size sizes[] = {{.name = "tiles", .is = "blocks(segments, group)"},
                                 {.name = "path_tiles", .is = "blocks(segments, 4 * group)"},
                                 {.name = "path_part", .is = "8 * group"}, /* PATH_ITEMS */
                                 SHARES_OF("segments", "4", "16"),
                                 {0}};
static const xl__area areas[] = {OFFSETS_AREA,
                                 STATES_AREAS("4 + path_tiles * 2"),
                                 {.name = "counts", .type = "uint", .count = "shares"},
                                 {0}};

#define ARRAYS "x, first, length, out, place, total"
#define NUMBERS ", uint n, uint segments, uint capacity"
#define SUMS "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32"
#define STEPS XL__MEASURES({XL__MEASURE("steps", "elements", "that the busiest lane copies")})
#define BY_LANES(kernel_name)                                                                                \
    .any_order = "out place", .tuning = "group", STEPS,                                                      \
    XL__LAUNCH_FILLED("total", kernel_name, ARRAYS ", measures" NUMBERS, "tiles")

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "one work-item, one segment at a time; keeps the order", "balance/balance.cl"),
     XL__SERIAL("balance_loop", ARRAYS NUMBERS)},
    {XL__KERNEL("lane", "each lane copies its own segment", "balance/balance.cl"), .flow = XL__GROUP_UNIFORM,
     .ops = SUMS, BY_LANES("balance_lane")},
    {XL__KERNEL("sub_group", "all lanes of a sub-group share one segment at a time", "balance/balance.cl"),
     .flow = XL__GROUP_UNIFORM, .ops = SUMS, BY_LANES("balance_sub_group")},
    {XL__KERNEL("search",
                "all lanes share their sub-group's elements; a binary search finds each one's segment",
                "balance/balance.cl"),
     .flow = XL__SUB_GROUP_UNIFORM, .ops = SUMS " shuffle:u32", BY_LANES("balance_search")},
    {XL__KERNEL("search_all", "places by a scan; all work-items share the elements; keeps the order",
                "balance/balance.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", STEPS, .ops = OFFSETS_COUNTS_OPS,
     XL__PASSES(
         OFFSETS_COUNTS("length", "segments"), OFFSETS_FROM_COUNTS("total"),
         {XL__PASS("balance_place", "length, place, offsets, uint segments, local uint sub_groups", "tiles")},
         {XL__PASS("balance_spread", "x, first, out, place, total, measures" NUMBERS,
                   "segments > 0 ? min(blocks(capacity, group), units * 16) : 0")})},
    {XL__KERNEL(
         "path",
         "as search_all, but each work-group has an equal part of segments and elements; keeps the order",
         "balance/path.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", STEPS,
     .ops = "ballot shuffle_up:u32 broadcast:u32 reduce_max:u32", .defines = "ON_CPU=cpu, SHUFFLES=1",
     .needs = "progress", .why = LOOKBACK_WHY,
     XL__PASSES({.fill = "total", .when = "segments == 0"},
                STATES_LAUNCH("balance/path.cl:balance_places", "length, place, total",
                              "uint segments, uint 4096, local uint sub_groups, local uint 1, local uint 1",
                              "path_tiles"),
                {XL__PASS("balance_path",
                          "x, first, out, place, total, measures" NUMBERS ", local uint path_part + 1",
                          "segments > 0 ? min(blocks(segments + capacity, path_part), units * 16) : 0")})},
    {XL__KERNEL("shares",
                "places by shares of segments, then shares of all elements; keeps the order: for CPUs",
                "balance/shares.cl"),
     XL__PASSES(
         {SHARES_PASS("balance_shares_count", "length, counts, uint segments, uint each")},
         {SHARES_PASS("balance_shares_place", "length, place, counts, total, uint segments, uint each")},
         {XL__PASS("balance_shares", "x, first, out, place, total" NUMBERS, "segments > 0 ? 4 * units : 0"),
          .group = "1"})},
};

/* auto keeps the order. On a CPU a search per element costs ten times a loop (docs/performance_tried.md). */
static const char *choose(xl__problem *problem) {
    /* Two cores, 1000 segments: loop takes 1.4 to 1.8 of the time of shares if the compiler vectorises
       work-items, otherwise 0.45 to 0.95. */
    const double few = problem->vectorises ? 512.0 : 2048.0;
    if (problem->cpu) return problem->value[SEGMENTS] < few ? "loop" : "shares";
    return xl__able(problem, XL__PROGRESS) ? "path" : "search_all";
}

/* The number of copied elements depends on the data. */
extern const xl__strategy xl__planted_balance[];

const xl__algorithm xl__algorithm_balance = {
    .name = "balance",
    .help = "segments of different lengths, written without gaps",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_balance,
    .shape = {"segments"},
    .choose = choose,
    .cost = {.bytes = "12 * segments",
             .operations = "segments",
             .work_items = "strategy == loop ? 1 : strategy == shares ? shares : round_up(segments, group)",
             .steps = "strategy == loop ? segments : strategy == shares ? each : 1"},
};
