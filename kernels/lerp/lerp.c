/* lerp.c - the table of lerp: interpolation one step after another, c = c (1 - t) + x t (README.md). */
#include "algorithm.h"

/* Indices are 32-bit in the kernels; the last block may reach one sub-group past n. */
#define MOST_ELEMENTS 2147483520.0

static const xl__param params[] = {
    XL__SIZE_PARAM("rows", 1024, MOST_ELEMENTS, "rows", "interpolations, independent of each other"),
    XL__SIZE_PARAM("n", 1024, MOST_ELEMENTS, "elements", "steps of every interpolation"),
    {XL__NUMBER(XL__PROBLEM, "channels", 4, 1, 4, "floats", "components of a colour"), .size = true},
    {XL__WORDS(XL__TUNING, "carry", 4, "product|last|ballot|ballot_uniform|findmsb",
               "how continued and deferred find the product of a block"),
     .initial = 1},
    {XL__NUMBER(XL__TUNING, "parts", 0, 0, 4096, NULL,
                "of split: parts of a row, a sub-group each, 0 = chosen"),
     .becomes = "parts > 0 ? parts : min(4096, max(1, min(blocks(n, lanes * 8), "
                "blocks(units * 64, max(1, rows)))))"},
    XL__GROUP_PARAM,
};

/* Elements per part: whole blocks. */
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
    {XL__INPUT("t", XL_F32), .shape = {"rows", "n"}, .help = "how far to step, any value"},
    {XL__INPUT("initial", XL_F32), .direction = XL__IN_OPTIONAL, COLOURS,
     .help = "colour to start from, default black"},
    {XL__OUTPUT("c", XL_F32), COLOURS, .help = "colour after the last step"},
};

/* Every kernel takes the same; one that works by sub-groups makes a row per sub-group. */
#define ROWS(file, kernel_name, rows_made)                                                                   \
    .source = "lerp/" file, .rows = (rows_made),                                                             \
    XL__LAUNCH(kernel_name, "x, t, initial, c, uint rows, uint n", "blocks(rows, " rows_made ")")
#define ON_LANES(file, kernel_name) .flow = XL__GROUP_UNIFORM, ROWS(file, kernel_name, "sub_groups")
#define RIGHT(file, kernel_name, operations)                                                                 \
    .ops = (operations), .tuning = "group", ON_LANES(file, kernel_name)
#define CARRIES(kernel_name) .tuning = "carry group", .ops = OPS_CARRY, ON_LANES("continued.cl", kernel_name)
#define WRONG(kernel_name, operations) .flags = XL__WRONG, RIGHT("wrong.cl", kernel_name, operations)
#define SPLIT(join, least)                                                                                   \
    .source = "lerp/split.cl", .flow = XL__GROUP_UNIFORM, .tuning = "parts group",                           \
    .ops = OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32",                                                \
    .needs = "rows * parts < 2147483648 && parts >= " least,                                                 \
    .why = "fewer parts than " least ", or 2^31 in all",                                                     \
    XL__PASSES(                                                                                              \
        {XL__PASS("lerp_split_parts", "x, t, values, products, uint rows, uint n, uint parts, uint share",   \
                  "blocks(rows * parts, sub_groups)")},                                                      \
        {XL__PASS(join, "values, products, initial, c, uint rows, uint parts", "blocks(rows, sub_groups)")})

/* Reductions and scans that the device lacks are derived from the moves. */
#define OPS_MOVES "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 "
#define OPS_PREFIX OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32"
#define OPS_DIVIDE OPS_MOVES "scan_inclusive_mul:f32 reduce_add:f32"
#define OPS_CARRY OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32 ballot last"

static const xl__strategy strategies[] = {
    {.name = "serial",
     .help = "one work-item per row: one loop over the elements",
     .tuning = "group",
     /* A CPU's rows lie far apart: its compilers vectorise over work-items by gathering, and few are faster.
      */
     .group = "cpu ? 8 : 0",
     ROWS("lerp.cl", "lerp_serial", "group")},
    {.name = "readlane",
     .help = "one sub-group per row: lanes load, then all loop over lane 0, 1, ...",
     RIGHT("lerp.cl", "lerp_readlane", OPS_MOVES)},
    {.name = "prefix",
     .help = "blocks from the first: exclusive prefix product in reverse order, then a sum",
     RIGHT("lerp.cl", "lerp_prefix", OPS_PREFIX)},
    {.name = "continued",
     .help = "blocks from the last, carrying the product; one sum per block",
     CARRIES("lerp_continued")},
    {.name = "deferred", .help = "as continued, with one sum at the end", CARRIES("lerp_deferred")},
    {.name = "affine",
     .help = "a share of the row per lane, then a tree of maps",
     RIGHT("affine.cl", "lerp_affine", OPS_MOVES)},
    {.name = "split",
     .help = "a row in parts, a sub-group each, and the parts' maps in order: for few rows that are long",
     SPLIT("lerp/split.cl:lerp_split_join", "1")},
    {.name = "clamped",
     .help = "published guard, max(1 - t, 0.00001): what t = 1 covers shines through by 1e-5",
     WRONG("lerp_clamped", OPS_DIVIDE)},
    {.name = "divide",
     .help = "exclusive product as inclusive / value: NaN where t = 1",
     WRONG("lerp_divide", OPS_DIVIDE)},
    {.name = "tail",
     .help = "lanes past the last element are counted: wrong where n is no multiple of the width",
     XL__SEVERAL_LANES,
     WRONG("lerp_tail", OPS_PREFIX)},
    {.name = "zero_start",
     .help = "the exclusive product starts from 0: the last element of a block is lost",
     WRONG("lerp_zero_start", OPS_PREFIX)},
    {.name = "reversed",
     .help = "lanes hold the elements in their own order: weights of the elements before",
     XL__SEVERAL_LANES,
     WRONG("lerp_reversed", OPS_PREFIX)},
    {.name = "published",
     .help = "a block's value replaces the accumulated one: wrong where n is above the width",
     WRONG("lerp_published", OPS_CARRY)},
    {.name = "order",
     .help = "continued with blocks from the first: wrong where n is above the width",
     WRONG("lerp_order", OPS_CARRY)},
    {.name = "commuted",
     .help = "the affine tree takes the maps of a pair in one order",
     XL__SEVERAL_LANES,
     WRONG("lerp_commuted", OPS_MOVES)},
    {.name = "split_swapped",
     .help = "the parts of a row are joined from the last to the first",
     .flags = XL__WRONG,
     SPLIT("lerp/wrong.cl:lerp_split_swapped", "2")},
    {.name = "wrong_width",
     .help = "deferred, right, but reporting twice the width that ran",
     .flags = XL__WRONG,
     .defines = "SG_PLANT_WRONG_WIDTH=1",
     CARRIES("lerp_deferred")},
};

/* auto, a first simple rule: on a CPU one work-item per row, because its compiler vectorises over work-items.
   Elsewhere one sub-group per row as soon as a row gives most lanes an element: the lanes of a sub-group read
   side by side, work-items with a row each do not. Few long rows would leave most of the device idle. The
   cost: a step is 1 - t, then a product and a multiply-add for every channel. */
const xl__algorithm xl__algorithm_lerp = {
    .name = "lerp",
    .help = "interpolation one step after another, c = c (1 - t) + x t, in every row",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .areas = areas,
    .shape = {"rows", "n"},
    .automatic =
        "cpu ? serial : rows < 8 * units && n >= 64 * lanes ? split : 2 * n > lanes ? deferred : serial",
    .cost = {.bytes = "4 * rows * (n * (channels + 1) + 2 * channels)",
             .operations = "rows * n * (1 + 3 * channels)",
             .work_items =
                 "rows * (strategy == serial ? 1 : strategy == split ? max(1, parts) * lanes : lanes)",
             .steps = "strategy == serial || strategy == readlane ? n : "
                      "blocks(n, lanes * (strategy == split ? max(1, parts) : 1))"},
};
