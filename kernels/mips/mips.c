/* mips.c - the table of mips: the levels of a picture down to one texel (README.md). */
#include "algorithm.h"
#include <math.h>

#define MOST_SIDE 65536.0 /* 16 levels below the picture */

enum { WIDTH, HEIGHT, CHANNELS, FILTER, DEPTH, REST };

/* Bytes of local memory of `local`: the texels of its first two levels, with all sides odd. */
static double local_bytes(const xl__problem *problem, double depth) {
    const double side = exp2(depth) - 1.0, next = exp2(depth - 1.0) - 1.0;
    return 4.0 * problem->value[CHANNELS] * (side * side + next * next);
}

/* Left open: as many as leave room for several work-groups on a compute unit. */
static double settle_depth(const xl__problem *problem, double asked) {
    double depth = 6.0;
    if (asked > 0.0) return fmax(asked, 4.0);
    while (depth > 4.0 && local_bytes(problem, depth) > fmin(20480.0, (double)problem->local_bytes))
        depth -= 1.0;
    return depth;
}

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, MOST_SIDE, "texels", "of the picture"),
    XL__SIZE_PARAM("height", 1080, MOST_SIDE, "texels", "of the picture"),
    XL__PROBLEM_PARAM("channels", 1, 1, 4, NULL, "of a texel"),
    XL__CHOICE_PARAM("filter", 2, "box|min|max", "how texels become one of the next level"),
    {.name = "depth",
     .role = XL__TUNING,
     .most = 6,
     .unit = "levels",
     .help = "made by a launch of local: 4 to 6, 0 = chosen",
     .settle = settle_depth},
    XL__TUNING_PARAM("rest", 4096, 1, 1048576, "texels",
                     "a level of so few leaves those after it to one work-group"),
    XL__GROUP_PARAM,
};

static uint64_t halved(uint64_t n) {
    return n > 1 ? n / 2 : 1;
}

/* Sides of a level; false where the level before it has one texel, or none. */
static bool level_size(const xl__problem *problem, int level, size_t *width, size_t *height) {
    *width = (size_t)problem->value[WIDTH];
    *height = (size_t)problem->value[HEIGHT];
    for (int l = 0; l < level; l++) {
        if (*width * *height <= 1) return false;
        *width = halved(*width);
        *height = halved(*height);
    }
    return true;
}

/* Of all levels from 1 on. */
static uint64_t texels(const xl__problem *problem) {
    size_t width = 0, height = 0;
    uint64_t sum = 0;
    for (int level = 1; level_size(problem, level, &width, &height); level++) sum += (uint64_t)width * height;
    return sum;
}

static uint64_t level_count(const xl__problem *problem) {
    size_t width = 0, height = 0;
    uint64_t count = 0;
    while (level_size(problem, (int)count + 1, &width, &height)) count++;
    return count;
}

static const xl__array_desc arrays[] = {
    {XL__INPUT("image", XL_F32), .shape = {"height", "width", "channels"}, .picture = XL__PIXELS,
     .help = "level 0"},
    {XL__OUTPUT("levels", XL_F32), .shape = {"texels", "channels"}, .picture = XL__LEVELS,
     .level = level_size,
     .help = "level 1, behind it level 2, and so on; of a level one row after the other"},
};

/* What `tile` does with levels: 2^level at which launch number `launch`, from 0, begins. It goes on from its
   first level while lanes are left and both sides are even, or 1. At a level of `rest` texels it comes to its
   end. */
static uint64_t scale_before(const xl__problem *problem, int launch) {
    uint64_t width = (uint64_t)problem->value[WIDTH], height = (uint64_t)problem->value[HEIGHT], scale = 1;
    for (int l = 0; l < launch && (double)(width * height) > problem->value[REST]; l++) {
        int lanes = problem->width;
        do {
            scale *= 2;
            width = halved(width);
            height = halved(height);
            lanes /= 4;
        } while (lanes > 0 && width * height > 1 && (width == 1 || width % 2 == 0) &&
                 (height == 1 || height % 2 == 0));
    }
    return scale;
}
#define SCALE(launch)                                                                                        \
    static uint64_t scale_##launch(const xl__problem *problem) {                                             \
        return scale_before(problem, launch);                                                                \
    }
SCALE(1)
SCALE(2)
SCALE(3)
SCALE(4)
SCALE(5)
SCALE(6)
SCALE(7)
SCALE(8)

static const xl__size sizes[] = {
    {.name = "texels", .count = texels},
    {.name = "level_count", .count = level_count},
    {.name = "scale_1", .count = scale_1},
    {.name = "scale_2", .count = scale_2},
    {.name = "scale_3", .count = scale_3},
    {.name = "scale_4", .count = scale_4},
    {.name = "scale_5", .count = scale_5},
    {.name = "scale_6", .count = scale_6},
    {.name = "scale_7", .count = scale_7},
    {.name = "scale_8", .count = scale_8},
    {.name = "across", .is = "lanes >= 128 ? 16 : lanes >= 32 ? 8 : lanes >= 8 ? 4 : 2"},
    {.name = "stride", .is = "depth == 4 ? 8 : depth == 5 ? 16 : 32"},
    {.name = "longer", .is = "width > 0 && height > 0 ? max(width, height) : 0"},
    {0},
};

/* Sides of the level after that of `scale`, a text. */
#define NEXT_WIDTH(scale) "max(1, width / (2 * " scale "))"
#define NEXT_HEIGHT(scale) "max(1, height / (2 * " scale "))"
#define ARGS(scale) "image, levels, uint width, uint height, uint " scale
/* A launch that starts at a level, if there is one after it. */
#define LEVEL(kernel_name, scale)                                                                            \
    {                                                                                                        \
        .kernel = (kernel_name), .args = ARGS(scale),                                                        \
        .groups = "blocks(" NEXT_WIDTH(scale) " * " NEXT_HEIGHT(scale) ", group)",                           \
        .when = "longer >= 2 * " scale                                                                       \
    }
#define TILE(kernel_name, scale, end)                                                                        \
    {                                                                                                        \
        .kernel = (kernel_name), .args = ARGS(scale) ", uint " end,                                          \
        .groups = "blocks(blocks(" NEXT_WIDTH(scale) ", across) * blocks(" NEXT_HEIGHT(                      \
            scale) ", max(1, lanes / across)), sub_groups)",                                                 \
        .when = "longer > 0 && " scale " < " end                                                             \
    }
#define LOCAL(scale)                                                                                         \
    {                                                                                                        \
        .kernel = "mips_local",                                                                              \
        .args = ARGS(scale) ", local float channels * (2 * stride - 1) * (2 * stride - 1), "                 \
                            "local float channels * (stride - 1) * (stride - 1)",                            \
        .groups = "blocks(" NEXT_WIDTH(scale) ", stride) * blocks(" NEXT_HEIGHT(scale) ", stride)",          \
        .when = "longer >= 2 * " scale                                                                       \
    }

#define LEVELS(kernel_name)                                                                                  \
    .tuning = "group", .passes = (const xl__pass[]) {                                                        \
        LEVEL(kernel_name, "1"), LEVEL(kernel_name, "2"), LEVEL(kernel_name, "4"), LEVEL(kernel_name, "8"),  \
            LEVEL(kernel_name, "16"), LEVEL(kernel_name, "32"), LEVEL(kernel_name, "64"),                    \
            LEVEL(kernel_name, "128"), LEVEL(kernel_name, "256"), LEVEL(kernel_name, "512"),                 \
            LEVEL(kernel_name, "1024"), LEVEL(kernel_name, "2048"), LEVEL(kernel_name, "4096"),              \
            LEVEL(kernel_name, "8192"), LEVEL(kernel_name, "16384"), LEVEL(kernel_name, "32768"), {0},       \
    }
#define TILES(kernel_name)                                                                                   \
    .flow = XL__GROUP_UNIFORM, .ops = "shuffle_xor:f32", .tuning = "rest group",                             \
    .passes = (const xl__pass[]) {                                                                           \
        TILE(kernel_name, "1", "scale_1"), TILE(kernel_name, "scale_1", "scale_2"),                          \
            TILE(kernel_name, "scale_2", "scale_3"), TILE(kernel_name, "scale_3", "scale_4"),                \
            TILE(kernel_name, "scale_4", "scale_5"), TILE(kernel_name, "scale_5", "scale_6"),                \
            TILE(kernel_name, "scale_6", "scale_7"), TILE(kernel_name, "scale_7", "scale_8"),                \
            {.kernel = "mips/mips.cl:mips_rest",                                                             \
             .args = ARGS("scale_8"),                                                                        \
             .groups = "1",                                                                                  \
             .when = "longer >= 2 * scale_8"},                                                               \
            {0},                                                                                             \
    }
#define WRONG(word, bug) .name = (word), .help = (bug), .source = "mips/wrong.cl", .flags = XL__WRONG

static const xl__strategy strategies[] = {
    {.name = "level",
     .help = "a launch per level, a work-item per texel",
     .source = "mips/mips.cl",
     LEVELS("mips_level")},
    {.name = "tile",
     .help = "a launch per 2 to 4 levels: a sub-group makes a tile of them by shuffles",
     .source = "mips/tile.cl",
     .needs = "lanes >= 4",
     .why = "needs four lanes for four texels",
     TILES("mips_tile")},
    {.name = "local",
     .help = "a launch per 4 to 6 levels: a work-group makes a tile of them in local memory",
     .source = "mips/local.cl",
     .tuning = "depth group",
     .group = "256",
     XL__PASSES(LOCAL("1"), LOCAL("(2 * stride)"), LOCAL("(4 * stride * stride)"),
                LOCAL("(8 * stride * stride * stride)"))},
    {WRONG("two", "no third texel where a side is odd"), LEVELS("mips_two")},
    {WRONG("weights", "the weights of the first texel for all where a side is odd"), .needs = "filter == box",
     .why = "has weights", LEVELS("mips_weights")},
    {WRONG("short", "stops where the shorter side has come to 1"), .needs = "width > 0 && height > 0",
     .why = "shows in a picture", LEVELS("mips_short")},
    {WRONG("rows", "takes lanes for rows"), .needs = "lanes > 4 && rest == 1",
     .why = "shows over more lanes than a quad has, with rest=1", TILES("mips_rows")},
    {WRONG("thin", "halves a side of 1 with what lies beside the picture"),
     .needs = "lanes >= 4 && rest == 1 && filter == box",
     .why = "shows over four lanes, with rest=1 and filter=box", TILES("mips_thin")},
};

const xl__algorithm xl__algorithm_mips = {
    .name = "mips",
    .help = "the levels of a picture, each half as large, down to one texel",
    XL__LISTS(params, arrays, strategies),
    .sizes = sizes,
    .shape = {"width", "height"},
    .automatic = "cpu ? level : local",
    .cost = {.bytes = "4 * channels * (width * height + texels)",
             .operations = "4 * channels * texels",
             .work_items = "strategy == level ? texels : blocks(width * height, 4)",
             .steps = "level_count"},
};
