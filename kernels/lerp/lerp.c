/* lerp.c - the table of lerp: consecutive interpolation, c = c (1 - t) + x t (README.md). */
#include "table/algorithm.h"

/* Indices are 32-bit in the kernels; the last block may reach one sub-group past n. */
#define MOST_ELEMENTS 2147483520.0

static const xl__param params[] = {
    XL__SIZE_PARAM("rows", 1024, MOST_ELEMENTS, "rows", "independent interpolations"),
    XL__SIZE_PARAM("n", 1024, MOST_ELEMENTS, "elements", "steps of every interpolation"),
    {XL__NUMBER(XL__PROBLEM, "channels", 4, 1, 4, "floats", "components of a colour"), .size = true},
    {XL__WORDS(XL__TUNING, "carry", 4, "product|last|ballot|ballot_uniform|findmsb",
               "how to find the product of a block"),
     .initial = 1},
    {XL__NUMBER(XL__TUNING, "parts", 0, 0, 4096, NULL, "parts of a row, one sub-group each; 0 = chosen"),
     .becomes = "parts > 0 ? parts : min(4096, max(1, min(blocks(n, lanes * 8), "
                "blocks(units * 64, max(1, rows)))))"},
    XL__GROUP_PARAM,
};

/* Elements per part, in whole blocks. */
static const xl__size sizes[] = {{.name = "share", .is = "blocks(blocks(n, max(1, parts)), lanes) * lanes"},
                                 {0}};
static const xl__area areas[] = {
    {.name = "values", .type = "float", .count = "max(1, rows) * parts * channels"},
    {.name = "products", .type = "float", .count = "max(1, rows) * parts"},
    {0},
};

#define COLOURS .shape = {"rows", "channels"}
static const xl__array_desc arrays[] = {
    {XL__INPUT("x", XL_F32), .shape = {"rows", "n", "channels"}, .help = "colours to step towards"},
    {XL__INPUT("t", XL_F32), .shape = {"rows", "n"},
     .help = "how far to step, any value: c = c (1 - t) + x t"},
    {XL__INPUT("initial", XL_F32), .direction = XL__IN_OPTIONAL, COLOURS,
     .help = "colour to start from, default black"},
    {XL__OUTPUT("c", XL_F32), COLOURS, .help = "colour after the last step"},
};

#define RIGHT(word, what) XL__KERNEL(word, what, "lerp/lerp.cl")
/* All kernels have these arguments; kernels with sub-groups have a row per sub-group. */
#define ROWS(kernel_name, rows_made)                                                                         \
    .rows = (rows_made),                                                                                     \
    XL__LAUNCH(kernel_name, "x, t, initial, c, uint rows, uint n", "blocks(rows, " rows_made ")")
#define ON_LANES(kernel_name, operations)                                                                    \
    .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = (operations), ROWS(kernel_name, "sub_groups")
#define CARRIES(kernel_name)                                                                                 \
    .flow = XL__GROUP_UNIFORM, .tuning = "carry group", .ops = OPS_CARRY, ROWS(kernel_name, "sub_groups")
/* Planted: prefix or continued with an edit. */
#define CHANGED(word, bug, operations, ...)                                                                  \
    XL__EDITED(word, bug, "lerp/lerp.cl", __VA_ARGS__), .edited_in = "lerp_prefix",                          \
                                                        ON_LANES("lerp_prefix", operations)
#define CONTINUED(word, bug, ...)                                                                            \
    XL__EDITED(word, bug, "lerp/continued.cl", __VA_ARGS__), .edited_in = "lerp_continued",                  \
                                                             CARRIES("lerp_continued")
#define AFTER "const float after = sg_scan_exclusive_mul(sg, 1.0f - ti);"
#define LAST_OF_INCLUSIVE                                                                                    \
    { "sg_reduce_mul(sg, 1.0f - ti)", "sg_broadcast(sg, inclusive, SG_WIDTH - 1u)" }
#define SPLIT(least)                                                                                         \
    .flow = XL__GROUP_UNIFORM, .tuning = "parts group",                                                      \
    .ops = OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32",                                                \
    .needs = "rows * parts < 2147483648 && parts >= " least,                                                 \
    .why = "needs parts >= " least ", and rows * parts below 2^31",                                          \
    XL__PASSES(                                                                                              \
        {XL__PASS("lerp_split_parts", "x, t, values, products, uint rows, uint n, uint parts, uint share",   \
                  "blocks(rows * parts, sub_groups)")},                                                      \
        {XL__PASS("lerp_split_join", "values, products, initial, c, uint rows, uint parts",                  \
                  "blocks(rows, sub_groups)")})

/* Work-groups of interleaved: several per CPU core, to balance the load. */
#define FOURS "min(blocks(rows, 4 * group), cpu ? 16 * units : 65536)"

/* Missing reductions and scans are derived from the moves. */
#define OPS_MOVES "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 "
#define OPS_PREFIX OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32"
#define OPS_DIVIDE OPS_MOVES "scan_inclusive_mul:f32 reduce_add:f32"
#define OPS_CARRY OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32 ballot last"

static const xl__strategy strategies[] = {
    /* On a CPU few work-items per work-group are faster: compilers vectorise over work-items by gathering,
       because rows are far apart. */
    {RIGHT("serial", "one work-item per row: one loop over the elements"), .tuning = "group",
     .group = "cpu ? 8 : 0", ROWS("lerp_serial", "group")},
    {RIGHT("interleaved", "four rows per work-item, steps alternating: for CPUs"), .tuning = "group",
     .group = "cpu ? 1 : 0", XL__LAUNCH("lerp_interleaved", "x, t, initial, c, uint rows, uint n", FOURS)},
    {RIGHT("readlane", "one sub-group per row: lanes load, then all loop over the lanes' values"),
     ON_LANES("lerp_readlane", OPS_MOVES)},
    {RIGHT("prefix", "blocks from the first: exclusive prefix product in reverse order, then a sum"),
     ON_LANES("lerp_prefix", OPS_PREFIX)},
    {XL__KERNEL("continued", "blocks from the last, carrying the product; one sum per block",
                "lerp/continued.cl"),
     CARRIES("lerp_continued")},
    {XL__KERNEL("deferred", "as continued, with one sum at the end", "lerp/continued.cl"),
     CARRIES("lerp_deferred")},
    {XL__KERNEL("affine", "a share of the row per lane, then a tree of maps", "lerp/affine.cl"),
     ON_LANES("lerp_affine", OPS_MOVES)},
    {XL__KERNEL("split",
                "one sub-group per part of a row, then the parts' maps in order: for a few long rows",
                "lerp/split.cl"),
     SPLIT("1")},
    {CHANGED(
        "clamped",
        "the published guard, max(1 - t, 0.00001): what t = 1 should cover keeps 1e-5 of its weight",
        OPS_DIVIDE,
        {AFTER,
         "const float factor = fmax(1.0f - ti, 0.00001f), inclusive = sg_scan_inclusive_mul(sg, factor), "
         "after = inclusive / factor;"},
        LAST_OF_INCLUSIVE)},
    {CHANGED(
        "divide", "exclusive product as inclusive / value: NaN where t = 1", OPS_DIVIDE,
        {AFTER,
         "const float inclusive = sg_scan_inclusive_mul(sg, 1.0f - ti), after = inclusive / (1.0f - ti);"},
        LAST_OF_INCLUSIVE)},
    {CHANGED("tail", "lanes past the last element are counted: wrong if n is no multiple of the width",
             OPS_PREFIX,
             {"i = first + (SG_WIDTH - 1u - lane);", "i = min(first + (SG_WIDTH - 1u - lane), n - 1u);"}),
     XL__SEVERAL_LANES},
    {CHANGED("zero_start", "the exclusive product starts from 0: the last element of a block is lost",
             OPS_PREFIX,
             {AFTER,
              "const float scan = sg_scan_exclusive_mul(sg, 1.0f - ti), after = lane == 0 ? 0.0f : scan;"})},
    {CHANGED("reversed",
             "lanes hold the elements in their own order: weighted by earlier elements, not later ones",
             OPS_PREFIX, {"first + (SG_WIDTH - 1u - lane)", "first + lane"}),
     XL__SEVERAL_LANES},
    {CONTINUED("published", "a block's value replaces the accumulated one: wrong if n is above the width",
               {"color += sg_reduce_add(", "color = sg_reduce_add("})},
    {CONTINUED("order", "continued with blocks from the first: wrong if n is above the width",
               {"j = done + lane;", "j = done + (SG_WIDTH - 1u - lane);"}, {"n - 1u - j : 0u", "j : 0u"})},
    {XL__EDITED("commuted", "on half of the lanes the affine tree applies the later map of a pair first",
                "lerp/affine.cl",
                {"own = (sg_lane(sg) & d) == 0 ? lerp_then(own, other) : lerp_then(other, own);",
                 "own = lerp_then(other, own);"}),
     ON_LANES("lerp_affine", OPS_MOVES), XL__SEVERAL_LANES},
    {XL__EDITED("split_swapped", "the parts of a row are joined from the last to the first", "lerp/split.cl",
                {"lerp_load(values, base + i), products[base + i]",
                 "lerp_load(values, base + (parts - 1u - i)), products[base + (parts - 1u - i)]"}),
     SPLIT("2")},
    {XL__PLANTED("wrong_width", "deferred, with correct colours, but reports twice its width",
                 "lerp/continued.cl"),
     .defines = "SG_PLANT_WRONG_WIDTH=1", CARRIES("lerp_deferred")},
};

/* auto: on a CPU four rows per work-item, whose steps are independent. Elsewhere one sub-group per row as
   soon as a row gives most lanes an element, because its lanes read adjacent elements. The pairs of affine
   are the fewest values to move with one or two channels, and as fast as any with four in long rows (H200).
   A few long rows need split, or most of the device is idle. Cost: a step is 1 - t, and a product and a
   multiply-add per channel. */
const xl__algorithm xl__algorithm_lerp = {
    .name = "lerp",
    .help = "interpolates step by step in every row",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"rows", "n"},
    .automatic = "cpu ? interleaved : rows < 8 * units && n >= 64 * lanes ? split : 2 * n "
                 "<= lanes ? serial : channels <= 2 || channels == 4 && n >= 16 * lanes ? affine : deferred",
    .cost = {.bytes = "4 * rows * (n * (channels + 1) + 2 * channels)",
             .operations = "rows * n * (1 + 3 * channels)",
             .work_items = "strategy == interleaved ? group * " FOURS " : rows * "
                           "(strategy == serial ? 1 : strategy == split ? max(1, parts) * lanes : lanes)",
             .steps = "strategy == interleaved ? n * blocks(rows, max(1, group * " FOURS ")) : "
                      "strategy == serial || strategy == readlane ? n : "
                      "blocks(n, lanes * (strategy == split ? max(1, parts) : 1))"},
};
