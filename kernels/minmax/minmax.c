/* The table of minmax (README.md). */
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
    /* A work-item's serial steps per tile, half a vector of 16 pixels being one (rows.cl); and whether a
       work-item per tile fills the device. */
    {.name = "steps",
     .is = "tile_width < 4 ? area : tile_height * blocks(tile_width, tile_width < 8 ? 4 : 8)"},
    {.name = "full",
     .is = "10 * tiles > (tile_width == 1 ? 70 : tile_width < 4 ? 40 : tile_width % 4 == 0 ? 120 : 90) * "
           "steps * units"},
    {0},
};

#define ARGS "depth, code, bounds, uint width, uint height, uint tiles_x, "
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "reduce_min:u32 reduce_max:u32 shuffle_xor:u32"

static const xl__strategy strategies[] = {
    {XL__KERNEL("serial", "one work-item per tile: one loop", "minmax/minmax.cl"), .tuning = "group",
     XL__LAUNCH("minmax_serial", ARGS "uint tiles", "blocks(tiles, group)")},
    {XL__KERNEL("atomic", "one work-group per tile; two atomics in local memory", "minmax/minmax.cl"),
     .tuning = "group", .group = "256", XL__LAUNCH("minmax_atomic", ARGS "local uint 2", "tiles")},
    {XL__KERNEL("sub_group", "one sub-group per tile; two reductions", "minmax/minmax.cl"), .tuning = "group",
     ON_LANES, XL__LAUNCH("minmax_sub_group", ARGS "uint tiles", "blocks(tiles, sub_groups)")},
    {XL__KERNEL("group", "one work-group per tile; its sub-groups combine in local memory",
                "minmax/minmax.cl"),
     .tuning = "group", ON_LANES, .group = "256",
     XL__LAUNCH("minmax_group", ARGS "local uint 2 * sub_groups", "tiles")},
    {XL__KERNEL("exact", "integers only: the reference of --exhaustive", "minmax/exact.cl"),
     .tuning = "group", XL__LAUNCH("minmax_exact", ARGS "uint tiles", "blocks(tiles, group)")},
    {XL__KERNEL("rows", "one work-item per tile: loads vectors of its rows", "minmax/rows.cl"),
     .tuning = "group", .group = "cpu ? (tile_width >= 4 ? 8 : 64) : 0",
     XL__LAUNCH("minmax_rows", ARGS "uint tiles", "blocks(tiles, group)")},
    {XL__KERNEL("vectors", "as sub_group, with loads of four pixels and no division per pixel",
                "minmax/vectors.cl"),
     .tuning = "group", .needs = "tile_width % 4 == 0", .why = "needs a tile width that is a multiple of 4",
     ON_LANES, XL__LAUNCH("minmax_vectors", ARGS "uint tiles", "blocks(tiles, sub_groups)")},
};

#define WORKERS                                                                                              \
    "(strategy == atomic || strategy == group ? group : "                                                    \
    "strategy == sub_group || strategy == vectors ? lanes : 1)"

extern const xl__strategy xl__planted_minmax[];

const xl__algorithm xl__algorithm_minmax = {
    .name = "minmax",
    .help = "nearest and farthest depth of each tile",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_minmax,
    .sizes = sizes,
    .shape = {"width", "height"},
    /* Measured on a GPU of 132 units. A work-item per tile is best if tiles are small and fill the device:
       for 3 x 17, rows took half the time of sub_group. Otherwise a sub-group per tile: for 1 x 59 it took
       0.6 of the time of rows. If tiles are few or large, a work-group: for 37 x 63, atomic took 0.45 of the
       time of sub_group. Vectors, if the width allows them, take 0.63 (16 x 16). */
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
