/* tilelights.c - the table of tilelights: the lights that may reach each tile
 * of a depth picture (README.md). */
#include "table/algorithm.h"
#include "tilelights_host.h"

#define DISTANCE .kind = XL__REAL, .least = 0x1p-20, .most = 0x1p20
#define SLOPE .kind = XL__REAL, .least = 0x1p-10, .most = 16

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, 16384, "pixels", "of the picture"),
    XL__SIZE_PARAM("height", 1080, 16384, "pixels", "of the picture"),
    XL__SIZE_PARAM("lights", 256, 4096, "lights", "spheres"),
    XL__PROBLEM_PARAM("tile_width", 16, 1, 64, "pixels", "of a tile"),
    XL__PROBLEM_PARAM("tile_height", 16, 1, 64, "pixels", "of a tile"),
    XL__CHOICE_PARAM("encoding", 2, "direct|ratio|word", "of a tile's depths, as in minmax, conservative"),
    {.name = "near", DISTANCE, .initial = 0.125, .help = "distance of depth 0"},
    {.name = "far", DISTANCE, .initial = 100, .help = "distance of depth 1"},
    {.name = "slope_x", SLOPE, .initial = 1, .help = "x / z of the right edge of the picture"},
    {.name = "slope_y", SLOPE, .initial = 0.5625, .help = "y / z of the lower edge of the picture"},
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
static double back_of(const xl__problem *problem) {
    return (double)(float)problem->value[TILELIGHTS_NEAR] - far_of(problem);
}
static double product_of(const xl__problem *problem) {
    return far_of(problem) * (double)(float)problem->value[TILELIGHTS_NEAR];
}

static const xl__size sizes[] = {
    {.name = "tiles_x", .is = "blocks(width, tile_width)"},
    {.name = "tiles_y", .is = "blocks(height, tile_height)"},
    {.name = "tiles", .is = "tiles_x * tiles_y"},
    {.name = "words", .is = "blocks(lights, 32)"},
    {.name = "product", .real = product_of},
    {.name = "far_plane", .real = far_of},
    {.name = "back", .real = back_of},
    {0},
};

static const xl__area areas[] = {
    {.name = "code", .type = "uint", .count = "tiles"},
    {.name = "bounds", .type = "float", .count = "2 * tiles"},
    {0},
};

/* The depths of minmax first, then the lights. Without lights only `count` is written. */
#define DEPTHS                                                                                               \
    {                                                                                                        \
        XL__PASS("minmax/minmax.cl:minmax_sub_group",                                                        \
                 "depth, code, bounds, uint width, uint height, uint tiles_x, uint tiles",                   \
                 "blocks(tiles, sub_groups)")                                                                \
    }
#define LIGHTS(kernel_name, per_group)                                                                       \
    .tuning = "group", .flow = XL__GROUP_UNIFORM,                                                            \
    .ops = "reduce_min:u32 reduce_max:u32 shuffle_xor:u32 ballot",                                           \
    .defines = "ROUNDING=1, ROUNDING_NEAREST=0, ROUNDING_CONSERVATIVE=1",                                    \
    XL__PASSES(DEPTHS, {XL__PASS(kernel_name,                                                                \
                                 "bounds, lights, bits, count, list, uint width, uint height, "              \
                                 "uint tiles, uint lights, float product, "                                  \
                                 "float far_plane, float back, float slope_x, float slope_y",                \
                                 "blocks(tiles, " per_group ")")})
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "minmax/tilelights.cl", __VA_ARGS__),                                              \
        LIGHTS("minmax_tilelights_ballot", "sub_groups")

static const xl__strategy strategies[] = {
    {XL__KERNEL("loop", "a work-item has a tile and loops over the lights", "minmax/tilelights.cl"),
     LIGHTS("minmax_tilelights_loop", "group")},
    {XL__KERNEL("ballot", "a sub-group has a tile: lanes test lights, ballots make bits and list",
                "minmax/tilelights.cl"),
     LIGHTS("minmax_tilelights_ballot", "sub_groups")},
    {CHANGED("centres", "a light is taken for its centre",
             {"const float reach = light.w * 1.001f", "const float reach = 0.0f"})},
    {CHANGED("left_edge", "at the left side of a tile a light is taken for its centre",
             {"below * f->stretch.x", "0.0f"})},
    {CHANGED("own_place", "places in the list count the lane itself",
             {"kept + sg_mask_count_below(mask, sg_lane(sg))",
              "min(kept + sg_mask_count_to(mask, sg_lane(sg)), light_count - 1u)"}),
     .needs = "lights > 1", .why = "shows with several lights"},
    {CHANGED("clear_tiles", "a tile without a pixel keeps lights",
             {"own >= tiles || bounds[2 * tile] > bounds[2 * tile + 1]", "own >= tiles"})},
    {CHANGED("mask_cut", "of a ballot only the first lane's bit is kept",
             {"kept += sg_mask_count(mask)", "kept += sg_mask_bit(mask, 0u)"}),
     XL__SEVERAL_LANES},
};

const xl__algorithm xl__algorithm_tilelights = {
    .name = "tilelights",
    .folder = "minmax",
    .help = "lights that may reach each tile of a depth picture",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"width", "height"},
    .automatic = "ballot",
    .check = check,
    .cost = {.bytes = "4 * width * height + 16 * lights + tiles * (4 * words + "
                      "4 * lights + 4)",
             .operations = "2 * width * height + 20 * tiles * lights",
             .work_items = "strategy == loop ? tiles : tiles * lanes",
             .steps = "strategy == loop ? lights : blocks(lights, lanes)"},
};
