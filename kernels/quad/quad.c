/* The table of quad (README.md). */
#include "table/algorithm.h"

enum { LAYOUT = 3 }; /* index */
static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, 65536, "pixels", "size of the picture"),
    XL__SIZE_PARAM("height", 1080, 16777217, "pixels", "size of the picture"),
    XL__PROBLEM_PARAM("channels", 1, 1, 4, NULL, "channels of a pixel, computed separately"),
    [LAYOUT] = XL__TUNING_CHOICE("layout", 1, "rectangular|square",
                                 "order of lanes in the image: quads in rows, or in Morton order"),
    XL__GROUP_PARAM,
};

#define PER_PIXEL .shape = {"height", "width", "channels"}, .picture = XL__PIXELS
static const xl__array_desc arrays[] = {
    {XL__INPUT("image", XL_F32), PER_PIXEL, .help = "the picture"},
    {XL__OUTPUT("ddx", XL_F32), PER_PIXEL, .help = "right minus left, in the pixel's row of its quad"},
    {XL__OUTPUT("ddy", XL_F32), PER_PIXEL, .help = "lower minus upper, in the pixel's column of its quad"},
    {XL__OUTPUT("diagonal", XL_F32), PER_PIXEL,
     .help = "lower minus upper, on the pixel's diagonal of its quad"},
    {XL__OUTPUT("sums", XL_F32), .shape = {"quads_y", "quads_x", "channels"}, .picture = XL__PIXELS,
     .help = "sum of the four pixels of each quad"},
};

#define ACROSS_RECTANGULAR "min(8, lanes / 2)"
#define ACROSS_SQUARE "(lanes >= 128 ? 16 : lanes >= 32 ? 8 : lanes >= 8 ? 4 : 2)"
static const xl__size sizes[] = {
    {.name = "quads_x", .is = "blocks(width, 2)"},
    {.name = "quads_y", .is = "blocks(height, 2)"},
    {.name = "tile_across", .is = "max(1, layout == square ? " ACROSS_SQUARE " : " ACROSS_RECTANGULAR ")"},
    {.name = "tiles_x", .is = "blocks(width, tile_across)"},
    {.name = "tiles", .is = "tiles_x * blocks(height, max(1, lanes / tile_across))"},
    {0},
};

/* places[lane] is x | y << 16; `bits` gives the position of each bit of the lane. */
static int make_places(const xl__problem *problem, void *data, size_t bytes, xl_error *error) {
    static const int rectangular[] = {0, 16, 1, 2, 17, 18, 19}, square[] = {0, 16, 1, 17, 2, 18, 3};
    const int *bits = problem->value[LAYOUT] == 1.0 ? square : rectangular;
    if (bytes < (size_t)problem->width * sizeof(uint32_t))
        return xl__fail(error, XL_BAD_VALUE, "quad: area 'places' has no room for all lanes");
    for (int lane = 0; lane < problem->width; lane++) {
        uint32_t place = 0;
        for (int b = 0; b < 7; b++) place |= (uint32_t)(lane >> b & 1) << bits[b];
        ((uint32_t *)data)[lane] = place;
    }
    return XL_SUCCESS;
}

static const xl__area areas[] = {{.name = "places", .type = "uint", .count = "lanes", .make = make_places},
                                 {0}};

#define RESULTS "ddx, ddy, diagonal, sums, uint width, uint height"
#define ON_LANES                                                                                             \
    .flow = XL__GROUP_UNIFORM, .tuning = "layout group", .ops = "shuffle_xor:f32", .needs = "lanes >= 4",    \
    .why = "needs the four lanes of a quad"

static const xl__strategy strategies[] = {
    {XL__KERNEL("serial", "one work-item per quad", "quad/quad.cl"), .tuning = "group",
     XL__LAUNCH("quad_serial", "image, " RESULTS ", uint quads_x, uint quads_x * quads_y",
                "blocks(quads_x * quads_y, group)")},
    {XL__KERNEL("memory", "one work-item per pixel, which loads its neighbours", "quad/quad.cl"),
     .tuning = "group",
     XL__LAUNCH("quad_memory", "image, " RESULTS ", uint width * height", "blocks(width * height, group)")},
    {XL__KERNEL("shuffle", "one lane per pixel, which reads its neighbours by shuffles", "quad/quad.cl"),
     ON_LANES, XL__LAUNCH("quad_shuffle", "image, " RESULTS ", uint tiles_x", "blocks(tiles, sub_groups)")},
    {XL__KERNEL("table", "as shuffle, but a table gives a lane's position in the image", "quad/quad.cl"),
     ON_LANES,
     XL__LAUNCH("quad_table", "image, places, " RESULTS ", uint tiles_x", "blocks(tiles, sub_groups)")},
    {XL__KERNEL("local", "as shuffle, but through local memory", "quad/quad.cl"), ON_LANES,
     XL__LAUNCH("quad_local", "image, " RESULTS ", uint tiles_x, local float group",
                "blocks(tiles, sub_groups)")},
    {XL__KERNEL("runs", "a run of quads per work-item, several at a time as vectors: for CPUs",
                "quad/runs.cl"),
     XL__PASSES({XL__PASS("quad_runs", "image, " RESULTS ", uint quads_x", "blocks(quads_x, 512) * quads_y"),
                 .group = "1"})},
};

extern const xl__strategy xl__planted_quad[];

const xl__algorithm xl__algorithm_quad = {
    .name = "quad",
    .help = "derivatives and sums of an image's 2x2 quads",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_quad,
    .shape = {"width", "height"},
    .automatic = "cpu ? runs : memory", /* a GPU's caches are the fastest source of neighbours (README.md) */
    .cost =
        {.bytes = "4 * channels * (4 * width * height + quads_x * quads_y)",
         .operations = "3 * channels * (width * height + quads_x * quads_y)",
         .work_items =
             "strategy == serial ? quads_x * quads_y : strategy == runs ? blocks(quads_x, 512) * quads_y : "
             "width * height",
         .steps = "channels * (strategy == runs ? 512 : 1)"},
};
