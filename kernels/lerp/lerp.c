/* The table of lerp: consecutive interpolation, c = c (1 - t) + x t (README.md). */
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

/* In whole blocks. */
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

#define ROWS(kernel_name, made)                                                                              \
    .rows = (made), XL__LAUNCH(kernel_name, "x, t, initial, c, uint rows, uint n", "blocks(rows, " made ")")

/* Work-groups of interleaved: several per CPU core, to balance the load. */
#define FOURS "min(blocks(rows, 4 * group), cpu ? 16 * units : 65536)"

/* Missing reductions and scans are derived from the moves. */
#define OPS_MOVES "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 "
#define OPS_PREFIX OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32"
#define OPS_CARRY OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32 reduce_mul:f32 ballot last"

static const xl__strategy strategies[] = {
    /* On a CPU few work-items per work-group are faster: compilers vectorise over work-items by gathering. */
    {XL__KERNEL("serial", "one work-item per row: one loop over the elements", "lerp/lerp.cl"),
     .tuning = "group", .group = "cpu ? 8 : 0", ROWS("lerp_serial", "group")},
    {XL__KERNEL("interleaved", "four rows per work-item, steps alternating: for CPUs", "lerp/lerp.cl"),
     .tuning = "group", .group = "cpu ? 1 : 0",
     XL__LAUNCH("lerp_interleaved", "x, t, initial, c, uint rows, uint n", FOURS)},
    {XL__KERNEL("readlane", "one sub-group per row: lanes load, then all loop over the lanes' values",
                "lerp/lerp.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OPS_MOVES, ROWS("lerp_readlane", "sub_groups")},
    {XL__KERNEL("prefix", "blocks from the first: exclusive prefix product in reverse order, then a sum",
                "lerp/lerp.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OPS_PREFIX, ROWS("lerp_prefix", "sub_groups")},
    {XL__KERNEL("continued", "blocks from the last, carrying the product; one sum per block",
                "lerp/continued.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "carry group", .ops = OPS_CARRY,
     ROWS("lerp_continued", "sub_groups")},
    {XL__KERNEL("deferred", "as continued, with one sum at the end", "lerp/continued.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "carry group", .ops = OPS_CARRY,
     ROWS("lerp_deferred", "sub_groups")},
    {XL__KERNEL("affine", "a share of the row per lane, then a tree of maps", "lerp/affine.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "group", .ops = OPS_MOVES, ROWS("lerp_affine", "sub_groups")},
    {XL__KERNEL("split",
                "one sub-group per part of a row, then the parts' maps in order: for a few long rows",
                "lerp/split.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "parts group",
     .ops = OPS_MOVES "scan_exclusive_mul:f32 reduce_add:f32",
     .needs = "rows * parts < 2147483648 && parts >= 1",
     .why = "needs parts >= 1, and rows * parts below 2^31",
     XL__PASSES(
         {XL__PASS("lerp_split_parts", "x, t, values, products, uint rows, uint n, uint parts, uint share",
                   "blocks(rows * parts, sub_groups)")},
         {XL__PASS("lerp_split_join", "values, products, initial, c, uint rows, uint parts",
                   "blocks(rows, sub_groups)")})},
};

/* auto: on a CPU four rows per work-item, whose steps are independent. A few long rows need split, or most of
   a GPU is idle. Many rows shorter than a sub-group (with one channel even a little longer) are faster with
   serial, whose strided reads the caches serve (four channels: up to 3000000 steps). In rows of one block
   deferred has fewer steps; in longer rows affine moves the fewest values, unless three channels put the
   lanes' shares a multiple of 96 bytes apart, in the same banks. 314 problems on an H200: each within 10% of
   the best. */
extern const xl__strategy xl__planted_lerp[];

const xl__algorithm xl__algorithm_lerp = {
    .name = "lerp",
    .help = "interpolates step by step in every row",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_lerp,
    .shape = {"rows", "n"},
    .automatic = "cpu ? interleaved : rows < 8 * units && n >= 64 * lanes ? split : "
                 "4 * n <= lanes || rows >= 128 * units && "
                 "(n < lanes && (channels < 4 || 2 * n <= lanes || rows * n < 3000000) || "
                 "channels == 1 && n > lanes && 4 * n <= 5 * lanes) ? serial : "
                 "n <= lanes || channels == 3 && n % (8 * lanes) == 0 ? deferred : affine",
    .cost = {.bytes = "4 * rows * (n * (channels + 1) + 2 * channels)",
             .operations = "rows * n * (1 + 3 * channels)",
             .work_items = "strategy == interleaved ? group * " FOURS " : rows * "
                           "(strategy == serial ? 1 : strategy == split ? max(1, parts) * lanes : lanes)",
             .steps = "strategy == interleaved ? n * blocks(rows, max(1, group * " FOURS ")) : "
                      "strategy == serial || strategy == readlane ? n : "
                      "blocks(n, lanes * (strategy == split ? max(1, parts) : 1))"},
};
