/* minmax.c - the table of minmax: the depth range of each tile in one word (README.md). */
#include "table/algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, 65536, "pixels", "size of the picture"),
    XL__SIZE_PARAM("height", 1080, 16777217, "pixels", "size of the picture"),
    XL__PROBLEM_PARAM("tile_width", 16, 1, 64, "pixels", "size of a tile"),
    XL__PROBLEM_PARAM("tile_height", 16, 1, 64, "pixels", "size of a tile"),
    XL__CHOICE_PARAM("encoding", 2, "direct|ratio|word",
                     "direct: two numbers of 16 bits; ratio: the minimum as a ratio; word: a maximum of 17 "
                     "bits, a ratio of 15"),
    XL__CHOICE_PARAM("rounding", 1, "nearest|conservative",
                     "conservative: the minimum never rises, the maximum never falls"),
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("depth", XL_F32), .shape = {"height", "width"},
     .help = "in [0, 1]; other values: an empty pixel"},
    {XL__OUTPUT("code", XL_U32), .shape = {"tiles_y", "tiles_x"}, .help = "a word for each tile"},
    {XL__OUTPUT("bounds", XL_F32), .shape = {"tiles_y", "tiles_x", "2"},
     .help = "the decoded word: minimum, maximum; for an empty tile 1, 0"},
};

static const xl__size sizes[] = {
    {.name = "tiles_x", .is = "blocks(width, tile_width)"},
    {.name = "tiles_y", .is = "blocks(height, tile_height)"},
    {.name = "tiles", .is = "tiles_x * tiles_y"},
    {.name = "area", .is = "tile_width * tile_height"},
    /* Tiles on which `rows` is slower than `serial` on a CPU. If the compiler vectorises work-items: small
       tiles (1.6 times with 3 x 5). Otherwise: narrow tiles (1.8 times with 1 x 59). */
    {.name = "few_across",
     .is = "vectorises ? tile_width < 4 || area < 18 : tile_width < (tile_height > 8 ? 3 : 2)"},
    /* The serial steps of a work-item per tile, half a vector of 16 pixels being one step (rows.cl); and
       whether a work-item per tile fills the device. */
    {.name = "steps",
     .is = "tile_width < 4 ? area : tile_height * blocks(tile_width, tile_width < 8 ? 4 : 8)"},
    {.name = "full",
     .is = "10 * tiles > (tile_width == 1 ? 70 : tile_width < 4 ? 40 : tile_width % 4 == 0 ? 120 : 90) * "
           "steps * units"},
    {0},
};

#define RIGHT(word, what) XL__KERNEL(word, what, "minmax/minmax.cl"), .tuning = "group"
#define PASS(kernel_name, more, how_many)                                                                    \
    XL__LAUNCH(kernel_name, "depth, code, bounds, uint width, uint height, uint tiles_x, " more, how_many)
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "reduce_min:u32 reduce_max:u32 shuffle_xor:u32"
#define BY_LANES(kernel_name) ON_LANES, PASS(kernel_name, "uint tiles", "blocks(tiles, sub_groups)")
/* Planted: sub_group with an edit of its source or an included file. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "minmax/minmax.cl", __VA_ARGS__), .tuning = "group", BY_LANES("minmax_sub_group")

static const xl__strategy strategies[] = {
    {RIGHT("serial", "one work-item per tile: one loop"),
     PASS("minmax_serial", "uint tiles", "blocks(tiles, group)")},
    {RIGHT("atomic", "one work-group per tile; two atomics in local memory"), .group = "256",
     PASS("minmax_atomic", "local uint 2", "tiles")},
    {RIGHT("sub_group", "one sub-group per tile; two reductions"), BY_LANES("minmax_sub_group")},
    {RIGHT("group", "one work-group per tile; its sub-groups combine in local memory"), ON_LANES,
     .group = "256", PASS("minmax_group", "local uint 2 * sub_groups", "tiles")},
    {XL__KERNEL("exact", "integers only: the reference of --exhaustive", "minmax/exact.cl"),
     .tuning = "group", PASS("minmax_exact", "uint tiles", "blocks(tiles, group)")},
    {XL__KERNEL("rows", "one work-item per tile: loads vectors of its rows", "minmax/rows.cl"),
     .tuning = "group", .group = "cpu ? (tile_width >= 4 ? 8 : 64) : 0",
     PASS("minmax_rows", "uint tiles", "blocks(tiles, group)")},
    {XL__KERNEL("vectors", "as sub_group, with loads of four pixels and no division per pixel",
                "minmax/vectors.cl"),
     .tuning = "group", .needs = "tile_width % 4 == 0", .why = "needs a tile width that is a multiple of 4",
     BY_LANES("minmax_vectors")},
    {CHANGED("published",
             "the ratio refers to the unrounded maximum, but decoding multiplies by the rounded one",
             {"const uint high = code_above(", "const uint high = code_nearest("},
             {"high == 0u ? 0u : code_minimum(minimum, unit_of(high, HIGH_BITS))",
              "most < 0x00800000u ? LOW_TOP : code_nearest(minimum, LOW_BITS, maximum)"}),
     .needs = "encoding != direct", .why = "shows in encodings with a ratio"},
    {CHANGED("as_clear", "a tile at depth 0 gets the word of a clear one",
             {"if (least > most) return", "if (least > most || most == 0u) return"})},
    {CHANGED("cuts", "the minimum is rounded to the nearest, which hides visible objects",
             {"return ROUNDING == ROUNDING_NEAREST ? code_nearest(x, LOW_BITS, scale) : code_below(x, "
              "LOW_BITS, scale);",
              "return code_nearest(x, LOW_BITS, scale);"}),
     .needs = "rounding == conservative", .why = "shows if the minimum must not rise"},
    {CHANGED("fused", "the distance to a code is computed from its unrounded value",
             {"share_of(c + 1u, bits, scale) - x < x - share_of(c, bits, scale)",
              "fma((float)(c + 1u), unit_of(1u, bits), -x) < fma(-(float)c, unit_of(1u, bits), x)"}),
     .needs = "encoding == direct && rounding == nearest",
     .why = "shows where rounding is to the nearest code"},
    {CHANGED("edge", "pixels outside the picture count as 0",
             {"if (at < (size_t)height * width) take(depth[at], least, most);",
              "take(at < (size_t)height * width ? depth[at] : 0u, least, most);"}),
     .needs = "tile_width > 2", .why = "shows in tiles that the picture's edge cuts"},
    {CHANGED("one_lane", "the lanes' minima and maxima are not combined",
             {"lanes_meet(sg, &least, &most);", ""}),
     .edited_in = "write_sub_group", XL__SEVERAL_LANES},
};

#define WORKERS                                                                                              \
    "(strategy == atomic || strategy == group ? group : "                                                    \
    "strategy == sub_group || strategy == vectors ? lanes : 1)"

const xl__algorithm xl__algorithm_minmax = {
    .name = "minmax",
    .help = "nearest and farthest depth of each tile",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"width", "height"},
    /* Measured on one GPU of 132 units. A work-item per tile is best if tiles are small and fill the device:
       for tiles of 3 x 17, rows took half the time of sub_group. Otherwise a sub-group per tile is best: for
       1 x 59 it took 0.6 of the time of rows. If tiles are few or large, a work-group is best: for 37 x 63,
       atomic took 0.45 of the time of sub_group. If the width allows vectors, they take 0.63 (16 x 16). */
    .automatic = "cpu ? (few_across ? serial : rows) : "
                 "area <= 4 || (tile_width < 4 && area <= (tile_width < 3 ? 32 : 12) && full) ? serial : "
                 "area <= 256 && full ? rows : "
                 "tile_width % 4 != 0 ? (tiles < 28 * units || area > 1200 ? atomic : sub_group) : "
                 "tiles < (area > 512 ? 8 : 28) * units ? atomic : vectors",
    .cost = {.bytes = "4 * width * height + 12 * tiles",
             .operations = "2 * width * height",
             .work_items = "tiles * " WORKERS,
             .steps = "blocks(area, " WORKERS ")"},
};
