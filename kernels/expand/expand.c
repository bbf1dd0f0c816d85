/* expand.c - the table of expand: each element as often as its number says (README.md). */
#include "common/passes_host.h"

#define MOST_ELEMENTS 4294967295.0 /* what a count of 32 bits holds */

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 1048576, MOST_ELEMENTS, "elements", "elements and their numbers"),
    {.name = "capacity",
     .role = XL__RUNTIME,
     .initial = 16777216,
     .most = MOST_ELEMENTS,
     .unit = "elements",
     .help = "how many are written at most; all of them are counted"},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_U32, XL_I32, XL_F32, XL_U64}, .shape = {"n"}, .help = "what is repeated"},
    {.name = "repeat", .types = {XL_U32}, .shape = {"n"}, .help = "how often; less than 2^32 together"},
    {.name = "out",
     .types = {XL_U32, XL_I32, XL_F32, XL_U64},
     .direction = XL__OUT,
     .shape = {"capacity"},
     .help = "the repeated elements, one behind the other",
     .counted_by = "count"},
    {.name = "count",
     .types = {XL_U32},
     .direction = XL__OUT,
     .shape = {"1"},
     .help = "how many there are, also if fewer fit"},
};

static const xl__size sizes[] = {{.name = "tiles", .is = "blocks(n, group)"}, {0}};
static const xl__area areas[] = {OFFSETS_AREA, {0}};

#define ARGS "x, repeat, out, count, uint n, uint capacity"
#define PLACES(kernel_name)                                                                                  \
    .tuning = "group", .any_order = "out", .passes = (const xl__pass[]) {                                    \
        {.fill = "count"}, {.kernel = (kernel_name), .args = ARGS, .groups = "tiles"}, {0},                  \
    }
#define ON_LANES                                                                                             \
    .flow = XL__GROUP_UNIFORM,                                                                               \
    .ops = "scan_exclusive_add:u32 scan_inclusive_add:u32 shuffle_up:u32 broadcast:u32"
#define WRONG(kernel_name) .source = "expand/wrong.cl", .flags = XL__WRONG, ON_LANES, PLACES(kernel_name)

static const xl__strategy strategies[] = {
    {.name = "loop",
     .help = "one work-item, one loop; keeps the order",
     .source = "expand/expand.cl",
     XL__SERIAL("expand_loop", ARGS)},
    {.name = "atomic",
     .help = "an atomic for each element",
     .source = "expand/expand.cl",
     PLACES("expand_atomic")},
    {.name = "sub_group",
     .help = "places by a prefix sum, taken by the last lane",
     .source = "expand/expand.cl",
     ON_LANES,
     PLACES("expand_sub_group")},
    {.name = "stable",
     .help = "sums of work-groups, their sums, then the elements; keeps the order",
     .source = "expand/expand.cl",
     .flow = XL__GROUP_UNIFORM,
     .tuning = "group",
     .ops = "reduce_add:u32 shuffle_xor:u32 scan_exclusive_add:u32 shuffle_up:u32",
     .passes =
         (const xl__pass[]){{.kernel = "common/offsets.cl:offsets_counts",
                             .args = "repeat, offsets, uint n, local uint sub_groups",
                             .groups = "tiles"},
                            OFFSETS_FROM_COUNTS,
                            {.kernel = "expand_stable",
                             .args = "x, repeat, out, offsets, uint n, uint capacity, local uint sub_groups",
                             .groups = "tiles"},
                            {0}}},
    {.name = "last_forgotten",
     .help = "the last lane's own places are not taken",
     WRONG("expand_last_forgotten")},
    {.name = "inclusive",
     .help = "each run begins where it should end",
     .needs = "capacity > 5000",
     .why = "shows where something is written",
     WRONG("expand_inclusive")},
    {.name = "cut_count",
     .help = "the count is what fits: a capacity below it",
     .needs = "capacity < 5000",
     .why = "shows if fewer fit than there are",
     WRONG("expand_cut_count")},
    {.name = "at_least_one", .help = "a 0 counts as 1", WRONG("expand_at_least_one")},
};

/* Who does not ask for a strategy gets the order kept, and so the same result every time. */
static const char *choose(xl__problem *problem) {
    (void)problem;
    return "stable";
}

const xl__algorithm xl__algorithm_expand = {
    .name = "expand",
    .help = "each element as often as its number says, one behind the other",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .areas = areas,
    .shape = {"n"},
    .choose = choose,
};
