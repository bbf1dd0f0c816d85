/* lerp.c - the table of lerp: interpolation one step after another, c = c (1 - t) + x t (README.md). */
#include "algorithm.h"

/* Indices are 32-bit in the kernels; the last block may reach one sub-group past n. */
#define MOST_ELEMENTS 2147483520.0

static const xl__param params[] = {
    {.name = "rows",
     .kind = XL__INT,
     .role = XL__RUNTIME,
     .initial = 1024,
     .most = MOST_ELEMENTS,
     .unit = "rows",
     .help = "interpolations, independent of each other",
     .size = true},
    {.name = "n",
     .kind = XL__INT,
     .role = XL__RUNTIME,
     .initial = 1024,
     .most = MOST_ELEMENTS,
     .unit = "elements",
     .help = "steps of every interpolation",
     .size = true},
    {.name = "channels",
     .kind = XL__INT,
     .role = XL__PROBLEM,
     .initial = 4,
     .least = 1,
     .most = 4,
     .unit = "floats",
     .help = "components of a colour",
     .size = true},
    {.name = "carry",
     .kind = XL__CHOICE,
     .role = XL__TUNING,
     .initial = 1,
     .most = 4,
     .choices = "product|last|ballot|ballot_uniform|findmsb",
     .help = "how continued and deferred find the product of a block"},
    {.name = "group",
     .kind = XL__INT,
     .role = XL__TUNING,
     .most = 1024,
     .unit = "work-items",
     .help = "work-group size, 0 = chosen"},
};

static const xl__array_desc arrays[] = {
    {.name = "x", .types = {XL_F32}, .shape = {"rows", "n", "channels"}, .help = "colours to step towards"},
    {.name = "t", .types = {XL_F32}, .shape = {"rows", "n"}, .help = "how far to step, any value"},
    {.name = "initial",
     .types = {XL_F32},
     .direction = XL__IN_OPTIONAL,
     .shape = {"rows", "channels"},
     .help = "colour to start from, default black"},
    {.name = "c",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = {"rows", "channels"},
     .help = "colour after the last step"},
};

/* Every kernel takes the same; one that works by sub-groups makes a row per sub-group. */
#define PASSES(kernel_name, rows_made)                                                                       \
    .rows = (rows_made), .passes = (const xl__pass[]) {                                                      \
        {.kernel = (kernel_name),                                                                            \
         .args = "x, t, initial, c, uint rows, uint n",                                                      \
         .groups = "blocks(rows, " rows_made ")"},                                                           \
            {0},                                                                                             \
    }
#define RIGHT(kernel_name, file)                                                                             \
    .source = "lerp/" file, .flow = XL__GROUP_UNIFORM, PASSES(kernel_name, "sub_groups")
#define WRONG(kernel_name)                                                                                   \
    .source = "lerp/wrong.cl", .flags = XL__WRONG, .flow = XL__GROUP_UNIFORM, .tuning = "group",             \
    PASSES(kernel_name, "sub_groups")
/* For planted kernels whose bug lies between lanes. */
#define NEEDS_LANES .needs = "lanes > 1", .why = "a sub-group of one lane cannot show this bug"

/* Reductions and scans that the device lacks are derived from the moves. */
#define OPS_MOVES "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 "
#define OPS_PREFIX OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32"
#define OPS_DIVIDE OPS_MOVES "scan_inclusive_mul:f32 reduce_add:f32"
#define OPS_CARRY OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32 ballot last"

static const xl__strategy strategies[] = {
    {.name = "serial",
     .help = "one work-item per row: one loop over the elements",
     .source = "lerp/lerp.cl",
     .flow = XL__NO_SUB_GROUPS,
     .tuning = "group",
     PASSES("lerp_serial", "group")},
    {.name = "readlane",
     .help = "one sub-group per row: lanes load, then all loop over lane 0, 1, ...",
     .ops = OPS_MOVES,
     .tuning = "group",
     RIGHT("lerp_readlane", "lerp.cl")},
    {.name = "prefix",
     .help = "blocks from the first: exclusive prefix product in reverse order, then a sum",
     .ops = OPS_PREFIX,
     .tuning = "group",
     RIGHT("lerp_prefix", "lerp.cl")},
    {.name = "continued",
     .help = "blocks from the last, carrying the product; one sum per block",
     .ops = OPS_CARRY,
     .tuning = "carry group",
     RIGHT("lerp_continued", "continued.cl")},
    {.name = "deferred",
     .help = "as continued, with one sum at the end",
     .ops = OPS_CARRY,
     .tuning = "carry group",
     RIGHT("lerp_deferred", "continued.cl")},
    {.name = "affine",
     .help = "a share of the row per lane, then a tree of maps",
     .ops = OPS_MOVES,
     .tuning = "group",
     RIGHT("lerp_affine", "affine.cl")},
    {.name = "clamped",
     .help = "published guard, max(1 - t, 0.00001): what t = 1 covers shines through by 1e-5",
     .ops = OPS_DIVIDE,
     WRONG("lerp_clamped")},
    {.name = "divide",
     .help = "exclusive product as inclusive / value: NaN where t = 1",
     .ops = OPS_DIVIDE,
     WRONG("lerp_divide")},
    {.name = "tail",
     .help = "lanes past the last element are counted: wrong where n is no multiple of the width",
     .ops = OPS_PREFIX,
     NEEDS_LANES,
     WRONG("lerp_tail")},
    {.name = "zero_start",
     .help = "the exclusive product starts from 0: the last element of a block is lost",
     .ops = OPS_PREFIX,
     WRONG("lerp_zero_start")},
    {.name = "reversed",
     .help = "lanes hold the elements in their own order: weights of the elements before",
     .ops = OPS_PREFIX,
     NEEDS_LANES,
     WRONG("lerp_reversed")},
    {.name = "published",
     .help = "a block's value replaces the accumulated one: wrong where n is above the width",
     .ops = OPS_CARRY,
     WRONG("lerp_published")},
    {.name = "order",
     .help = "continued with blocks from the first: wrong where n is above the width",
     .ops = OPS_CARRY,
     WRONG("lerp_order")},
    {.name = "commuted",
     .help = "the affine tree takes the maps of a pair in one order",
     .ops = OPS_MOVES,
     NEEDS_LANES,
     WRONG("lerp_commuted")},
    {.name = "wrong_width",
     .help = "deferred, right, but reporting twice the width that ran",
     .flags = XL__WRONG,
     .ops = OPS_CARRY,
     .tuning = "carry group",
     .defines = "SG_PLANT_WRONG_WIDTH=1",
     RIGHT("lerp_deferred", "continued.cl")},
};

/* First simple rule. On a CPU one work-item per row: its compiler vectorises over work-items. Elsewhere
   one sub-group per row as soon as a row gives most lanes an element: the lanes of a sub-group read side by
   side, work-items with a row each do not. */
static const char *choose(xl__problem *problem) {
    if (problem->cpu) return "serial";
    return 2 * xl__get(problem, "n") > problem->width ? "deferred" : "serial";
}

const xl__algorithm xl__algorithm_lerp = {
    .name = "lerp",
    .help = "interpolation one step after another, c = c (1 - t) + x t, in every row",
    .params = params,
    .param_count = (int)(sizeof params / sizeof *params),
    .arrays = arrays,
    .array_count = (int)(sizeof arrays / sizeof *arrays),
    .strategies = strategies,
    .strategy_count = (int)(sizeof strategies / sizeof *strategies),
    .shape = {"rows", "n"},
    .choose = choose,
};
