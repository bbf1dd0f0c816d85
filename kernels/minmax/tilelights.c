/* The table of tilelights (README.md). */
#include "table/algorithm.h"
#include "tilelights_host.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, 16384, "pixels", "of the picture"),
    XL__SIZE_PARAM("height", 1080, 16384, "pixels", "of the picture"),
    XL__SIZE_PARAM("lights", 256, 4096, "lights", "spheres"),
    XL__PROBLEM_PARAM("tile_width", 16, 1, 64, "pixels", "of a tile"),
    XL__PROBLEM_PARAM("tile_height", 16, 1, 64, "pixels", "of a tile"),
    XL__CHOICE_PARAM("encoding", 2, "direct|ratio|word", "of a tile's depths, as in minmax, conservative"),
    {XL__NUMBER(XL__PROBLEM, "near", 0.125, 0x1p-20, 0x1p19, NULL, "distance of depth 0"), .kind = XL__REAL},
    {XL__NUMBER(XL__PROBLEM, "far", 100, 0x1p-19, 0x1p20, NULL, "distance of depth 1"), .kind = XL__REAL},
    {XL__NUMBER(XL__PROBLEM, "slope_x", 1, 0x1p-10, 16, NULL, "x / z of the right edge of the picture"),
     .kind = XL__REAL},
    {XL__NUMBER(XL__PROBLEM, "slope_y", 0.5625, 0x1p-10, 16, NULL, "y / z of the lower edge of the picture"),
     .kind = XL__REAL},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("depth", XL_F32), .shape = {"height", "width"},
     .help = "in [0, 1]; all else: nothing was drawn there"},
    {XL__INPUT("lights", XL_F32), .shape = {"lights", "4"}, .help = "position in view space and radius"},
    {XL__OUTPUT("bits", XL_U32), .shape = {"tiles", "words"},
     .help = "bit j % 32 of word j / 32: light j is kept"},
    {XL__OUTPUT("count", XL_U32), .shape = {"tiles"}, .help = "lights that the tile keeps"},
    {XL__OUTPUT("list", XL_U32), .shape = {"tiles", "lights"},
     .help = "their numbers in order, then 4294967295"},
};

static int check(xl__problem *problem, xl_error *error) {
    if (problem->value[TILELIGHTS_FAR] > problem->value[TILELIGHTS_NEAR]) return XL_SUCCESS;
    return xl__fail(error, XL_BAD_VALUE, "tilelights: far=%g is not above near=%g",
                    problem->value[TILELIGHTS_FAR], problem->value[TILELIGHTS_NEAR]);
}

static double far_of(const xl__problem *problem) {
    return (double)(float)problem->value[TILELIGHTS_FAR];
}
static double near_of(const xl__problem *problem) {
    return (double)(float)problem->value[TILELIGHTS_NEAR];
}
static double product_of(const xl__problem *problem) {
    return far_of(problem) * near_of(problem);
}

static const xl__size sizes[] = {
    {.name = "tiles_x", .is = "blocks(width, tile_width)"},
    {.name = "tiles_y", .is = "blocks(height, tile_height)"},
    {.name = "tiles", .is = "tiles_x * tiles_y"},
    {.name = "words", .is = "blocks(lights, 32)"},
    {.name = "product", .real = product_of},
    {.name = "far_plane", .real = far_of},
    {.name = "near_plane", .real = near_of},
    {0},
};

static const xl__area areas[] = {
    {.name = "code", .type = "uint", .count = "tiles"},
    {.name = "bounds", .type = "float", .count = "2 * tiles"},
    {0},
};

/* Without lights only `count` is written. */
#define DEPTHS                                                                                               \
    {                                                                                                        \
        XL__PASS("minmax/minmax.cl:minmax_sub_group",                                                        \
                 "depth, code, bounds, uint width, uint height, uint tiles_x, uint tiles",                   \
                 "blocks(tiles, sub_groups)")                                                                \
    }
#define LIGHTS                                                                                               \
    "bounds, lights, bits, count, list, uint width, uint height, uint tiles, uint lights, float product, "   \
    "float far_plane, float near_plane, float slope_x, float slope_y"
#define COMMON                                                                                               \
    .flow = XL__GROUP_UNIFORM, .tuning = "group",                                                            \
    .ops = "reduce_min:u32 reduce_max:u32 shuffle_xor:u32 ballot",                                           \
    .defines = "ROUNDING=1, ROUNDING_NEAREST=0, ROUNDING_CONSERVATIVE=1"

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "a work-item has a tile and loops over the lights", "minmax/tilelights.cl"), COMMON,
     XL__PASSES(DEPTHS, {XL__PASS("minmax_tilelights_loop", LIGHTS, "blocks(tiles, group)")})},
    {XL__KERNEL("ballot", "a sub-group has a tile: lanes test lights, ballots make bits and list",
                "minmax/tilelights.cl"),
     COMMON, XL__PASSES(DEPTHS, {XL__PASS("minmax_tilelights_ballot", LIGHTS, "blocks(tiles, sub_groups)")})},
};

extern const xl__strategy xl__planted_tilelights[];

const xl__algorithm xl__algorithm_tilelights = {
    .name = "tilelights",
    .folder = "minmax",
    .help = "lights that may reach each tile of a depth picture",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_tilelights,
    .shape = {"width", "height"},
    .automatic = "ballot",
    .check = check,
    .cost = {.bytes = "4 * width * height + 16 * lights + tiles * (4 * words + "
                      "4 * lights + 4)",
             .operations = "2 * width * height + 20 * tiles * lights",
             .work_items = "strategy == loop ? tiles : tiles * lanes",
             .steps = "strategy == loop ? lights : blocks(lights, lanes)"},
};
