/* balance.c - the table of balance: uneven segments, shared between lanes (README.md). */
#include "algorithm.h"

#define MOST 4294967295.0 /* what a place of 32 bits holds */

static const xl__param params[] = {
    {.name = "segments",
     .role = XL__RUNTIME,
     .initial = 65536,
     .most = MOST,
     .help = "segments",
     .size = true},
    {.name = "n",
     .role = XL__RUNTIME,
     .initial = 1048576,
     .most = MOST,
     .unit = "elements",
     .help = "that segments are parts of",
     .size = true},
    {.name = "capacity",
     .role = XL__RUNTIME,
     .initial = 4194304,
     .most = MOST,
     .unit = "elements",
     .help = "how many are written at most; all of them are counted"},
    {.name = "group", .role = XL__TUNING, .most = 1024, .help = "work-items per work-group, 0 = chosen"},
};

static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_U32}, .shape = {"n"}, .help = "what segments are parts of"},
    {.name = "first", .types = {XL_U32}, .shape = {"segments"}, .help = "where each begins in x"},
    {.name = "length",
     .types = {XL_U32},
     .shape = {"segments"},
     .help = "how long each is; less than 2^32 together, what lies outside of x counts as 0"},
    {.name = "out",
     .types = {XL_U32},
     .direction = XL__OUT,
     .shape = {"capacity"},
     .help = "element j of segment s as x (2 j + 1) + s",
     .counted_by = "total",
     .placed_by = "place",
     .lengths = "length"},
    {.name = "place",
     .types = {XL_U32},
     .direction = XL__OUT,
     .shape = {"segments"},
     .help = "where each segment begins in out"},
    {.name = "total",
     .types = {XL_U32},
     .direction = XL__OUT,
     .shape = {"1"},
     .help = "all lengths together, also if fewer elements fit"},
};

static const xl__size sizes[] = {{.name = "tiles", .is = "blocks(segments, group)"}, {0}};
static const xl__area areas[] = {{.name = "offsets", .type = "uint", .count = "max(1, tiles)"}, {0}};

static const xl__measure steps[] = {
    {.name = "steps", .unit = "elements", .help = "that the busiest lane copies"}, {0}};

#define ARRAYS "x, first, length, out, place, total"
#define NUMBERS ", uint n, uint segments, uint capacity"
/* A launch that takes places from the total. */
#define PLACES(kernel_name, arguments)                                                                       \
    .any_order = "out place", .tuning = "group", .passes = (const xl__pass[]) {                              \
        {.fill = "total"}, {.kernel = (kernel_name), .args = (arguments), .groups = "tiles"}, {0},           \
    }
#define ON_LANES(kernel_name)                                                                                \
    .source = "balance/balance.cl", .measures = steps, PLACES(kernel_name, ARRAYS ", measures" NUMBERS)
#define WRONG(kernel_name)                                                                                   \
    .source = "balance/wrong.cl", .flags = XL__WRONG, .ops = SUMS, PLACES(kernel_name, ARRAYS NUMBERS)
#define SUMS "scan_exclusive_add:u32 shuffle_up:u32 broadcast:u32"
#define ROOM .needs = "capacity > 10000", .why = "shows where there is room"

static const xl__strategy strategies[] = {
    {.name = "loop",
     .help = "one work-item, one segment after the other; keeps the order",
     .source = "balance/balance.cl",
     .passes =
         (const xl__pass[]){{.kernel = "balance_loop", .args = ARRAYS NUMBERS, .groups = "1", .group = "1"},
                            {0}}},
    {.name = "lane",
     .help = "each lane copies its own segment",
     .flow = XL__GROUP_UNIFORM,
     .ops = SUMS,
     ON_LANES("balance_lane")},
    {.name = "sub_group",
     .help = "all lanes of a sub-group share one lane's segment after the other",
     .flow = XL__GROUP_UNIFORM,
     .ops = SUMS,
     ON_LANES("balance_sub_group")},
    {.name = "search",
     .help = "all lanes share the elements of their sub-group, each found by halving the lanes",
     .flow = XL__SUB_GROUP_UNIFORM,
     .ops = SUMS " shuffle:u32",
     ON_LANES("balance_search")},
    {.name = "search_all",
     .help = "places by a scan, elements shared by the whole device; keeps the order",
     .source = "balance/balance.cl",
     .flow = XL__GROUP_UNIFORM,
     .tuning = "group",
     .ops = "reduce_add:u32 shuffle_xor:u32 scan_exclusive_add:u32 shuffle_up:u32",
     .measures = steps,
     .passes = (const xl__pass[]){{.kernel = "common/offsets.cl:offsets_counts",
                                   .args = "length, offsets, uint segments, local uint sub_groups",
                                   .groups = "tiles"},
                                  {.kernel = "common/offsets.cl:offsets_from_counts",
                                   .args = "offsets, total, uint tiles, local uint sub_groups",
                                   .groups = "1"},
                                  {.kernel = "balance_place",
                                   .args = "length, place, offsets, uint segments, local uint sub_groups",
                                   .groups = "tiles"},
                                  {.kernel = "balance_spread",
                                   .args = "x, first, out, place, total, measures" NUMBERS,
                                   .groups = "segments > 0 ? min(blocks(capacity, group), units * 16) : 0"},
                                  {0}}},
    {.name = "published",
     .help = "lanes behind the end of a segment copy, lanes within it do not",
     .flow = XL__GROUP_UNIFORM,
     ROOM,
     WRONG("balance_published")},
    {.name = "first_turn",
     .help = "of each segment the first W elements alone",
     .flow = XL__GROUP_UNIFORM,
     ROOM,
     WRONG("balance_first_turn")},
    {.name = "last_forgotten",
     .help = "the last lane's own places are not taken",
     .flow = XL__GROUP_UNIFORM,
     WRONG("balance_last_forgotten")},
    {.name = "lost_place",
     .help = "the index says where the sub-group's segments begin",
     .flow = XL__GROUP_UNIFORM,
     .needs = "lanes > 1",
     .why = "a sub-group of one lane cannot show this bug",
     WRONG("balance_lost_place")},
    {.name = "one_late",
     .help = "the first element of a segment is looked for in the one before",
     .flow = XL__SUB_GROUP_UNIFORM,
     .needs = "lanes > 1 && capacity > 10000",
     .why = "shows with several lanes and where there is room",
     WRONG("balance_one_late")},
};

/* Who does not ask for a strategy gets the order kept, and so the same result every time. */
static const char *choose(xl__problem *problem) {
    (void)problem;
    return "search_all";
}

const xl__algorithm xl__algorithm_balance = {
    .name = "balance",
    .help = "segments of very different lengths, transformed and put one behind the other",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .areas = areas,
    .shape = {"segments"},
    .choose = choose,
};
