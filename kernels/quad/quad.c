/* quad.c - the table of quad: derivatives and sums of 2x2 neighbourhoods (README.md). */
#include "algorithm.h"

enum { WIDTH, HEIGHT, CHANNELS, LAYOUT };
static const xl__param params[] = {
    [WIDTH] = {.name = "width",
               .role = XL__RUNTIME,
               .initial = 1920,
               .most = 65536,
               .unit = "pixels",
               .help = "of the picture",
               .size = true},
    [HEIGHT] = {.name = "height",
                .role = XL__RUNTIME,
                .initial = 1080,
                .most = 16777217,
                .unit = "pixels",
                .help = "of the picture",
                .size = true},
    [CHANNELS] =
        {.name = "channels", .initial = 1, .least = 1, .most = 4, .help = "of a pixel, each by itself"},
    [LAYOUT] = {.name = "layout",
                .kind = XL__CHOICE,
                .role = XL__TUNING,
                .most = 1,
                .choices = "rectangular|square",
                .help = "how lanes lie in the picture: quads in rows, or in Morton order"},
    {.name = "group", .role = XL__TUNING, .most = 1024, .help = "work-items per work-group, 0 = chosen"},
};

#define PER_PIXEL                                                                                            \
    { "height", "width", "channels" }
static const xl__array_desc arrays[] = {
    {.name = "image", .types = {XL_F32}, .shape = PER_PIXEL, .picture = XL__PIXELS, .help = "the picture"},
    {.name = "ddx",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = PER_PIXEL,
     .picture = XL__PIXELS,
     .help = "right minus left, in the pixel's row of its quad"},
    {.name = "ddy",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = PER_PIXEL,
     .picture = XL__PIXELS,
     .help = "lower minus upper, in the pixel's column of its quad"},
    {.name = "diagonal",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = PER_PIXEL,
     .picture = XL__PIXELS,
     .help = "lower minus upper, on the pixel's diagonal of its quad"},
    {.name = "sums",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = {"quads_y", "quads_x", "channels"},
     .picture = XL__PIXELS,
     .help = "of the four pixels of a quad"},
};

static uint64_t quads_x(const xl__problem *problem) {
    return xl__blocks((size_t)problem->value[WIDTH], 2);
}
static uint64_t quads_y(const xl__problem *problem) {
    return xl__blocks((size_t)problem->value[HEIGHT], 2);
}

#define ACROSS_RECTANGULAR "min(8, lanes / 2)"
#define ACROSS_SQUARE "(lanes >= 128 ? 16 : lanes >= 32 ? 8 : lanes >= 8 ? 4 : 2)"
static const xl__size sizes[] = {
    {.name = "quads_x", .count = quads_x},
    {.name = "quads_y", .count = quads_y},
    {.name = "tile_across", .is = "max(1, layout == square ? " ACROSS_SQUARE " : " ACROSS_RECTANGULAR ")"},
    {.name = "tiles_x", .is = "blocks(width, tile_across)"},
    {.name = "tiles", .is = "tiles_x * blocks(height, max(1, lanes / tile_across))"},
    {0},
};

/* places[lane] is x | y << 16: where each bit of the lane goes. */
static int make_places(const xl__problem *problem, void *data, xl_error *error) {
    static const int rectangular[] = {0, 16, 1, 2, 17, 18, 19}, square[] = {0, 16, 1, 17, 2, 18, 3};
    const int *bits = problem->value[LAYOUT] == 1.0 ? square : rectangular;
    (void)error;
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
#define LAUNCH(kernel_name, arguments, how_many)                                                             \
    .passes = (const xl__pass[]) {                                                                           \
        {.kernel = (kernel_name), .args = (arguments), .groups = (how_many)}, {0},                           \
    }
/* Four lanes make a quad. */
#define BY_LANES(kernel_name, arguments)                                                                     \
    .flow = XL__GROUP_UNIFORM, .ops = "shuffle_xor:f32", .tuning = "layout group",                           \
    LAUNCH(kernel_name, arguments, "blocks(tiles, sub_groups)")
#define QUADS .needs = "lanes >= 4", .why = "needs the four lanes of a quad"
#define WRONG(kernel_name)                                                                                   \
    .source = "quad/wrong.cl", .flags = XL__WRONG, BY_LANES(kernel_name, "image, " RESULTS ", uint tiles_x")

static const xl__strategy strategies[] = {
    {.name = "serial",
     .help = "a work-item has a quad",
     .source = "quad/quad.cl",
     .tuning = "group",
     LAUNCH("quad_serial", "image, " RESULTS ", uint quads_x, uint quads_x * quads_y",
            "blocks(quads_x * quads_y, group)")},
    {.name = "memory",
     .help = "a work-item has a pixel, and loads its neighbours",
     .source = "quad/quad.cl",
     .tuning = "group",
     LAUNCH("quad_memory", "image, " RESULTS ", uint width * height", "blocks(width * height, group)")},
    {.name = "shuffle",
     .help = "a lane has a pixel, and gets its neighbours by shuffles",
     .source = "quad/quad.cl",
     QUADS,
     BY_LANES("quad_shuffle", "image, " RESULTS ", uint tiles_x")},
    {.name = "table",
     .help = "the same, a lane's place in the picture from a table in memory",
     .source = "quad/quad.cl",
     QUADS,
     BY_LANES("quad_table", "image, places, " RESULTS ", uint tiles_x")},
    {.name = "local",
     .help = "the same, neighbours through local memory",
     .source = "quad/quad.cl",
     QUADS,
     BY_LANES("quad_local", "image, " RESULTS ", uint tiles_x, local float group")},
    {.name = "published",
     .help = "masks for 64 lanes",
     .needs = "lanes > 64",
     .why = "shows with more than 64 lanes",
     WRONG("quad_published")},
    {.name = "rows",
     .help = "lanes lie row after row",
     .needs = "lanes > 4",
     .why = "shows with more lanes than a quad has",
     WRONG("quad_rows")},
    {.name = "next", .help = "the neighbour across is the next lane's", QUADS, WRONG("quad_next")},
    {.name = "sign", .help = "every pixel subtracts itself", QUADS, WRONG("quad_sign")},
    {.name = "edge", .help = "what is outside of the picture counts as 0", QUADS, WRONG("quad_edge")},
};

static const char *choose(xl__problem *problem) {
    return problem->cpu ? "serial" : "memory"; /* the caches of a GPU give neighbours fastest: README.md */
}

const xl__algorithm xl__algorithm_quad = {
    .name = "quad",
    .help = "derivatives and sums of the 2x2 neighbourhoods of a picture",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .areas = areas,
    .shape = {"width", "height"},
    .choose = choose,
};
