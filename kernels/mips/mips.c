/* mips.c - the table of mips: the levels of a picture down to one texel (README.md). */
#include "common/passes_host.h"
#include <math.h>

#define MOST_SIDE 65536.0 /* 16 levels below the picture */

enum { WIDTH, HEIGHT, CHANNELS, FILTER, DEPTH, REST }; /* indices into params */
enum { MOST_TILES = 8 };                               /* launches of `tile` */

/* As many levels as leave room for several work-groups on a compute unit. `local` keeps the texels of its
   first two levels, most for odd sides. With 6 levels these are 63^2 + 31^2; with 5, 31^2 + 15^2. */
#define FITS(texels) "4 * channels * " texels " <= min(20480, local_bytes)"
#define LEVELS_OF_LOCAL "depth > 0 ? max(depth, 4) : " FITS("4930") " ? 6 : " FITS("1186") " ? 5 : 4"

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, MOST_SIDE, "texels", "size of the picture"),
    XL__SIZE_PARAM("height", 1080, MOST_SIDE, "texels", "size of the picture"),
    XL__PROBLEM_PARAM("channels", 1, 1, 4, NULL, "channels of a texel"),
    XL__CHOICE_PARAM("filter", 2, "box|min|max", "combines texels into one of the next level"),
    {XL__NUMBER(XL__TUNING, "depth", 0, 0, 6, "levels", "levels per launch, 4 to 6; 0 = chosen"),
     .becomes = LEVELS_OF_LOCAL},
    XL__TUNING_PARAM("rest", 4096, 1, 1048576, "texels",
                     "one work-group computes all levels after a level of this many texels"),
    XL__GROUP_PARAM,
};

static uint64_t halved(uint64_t n) {
    return n > 1 ? n / 2 : 1;
}

/* Sides of a level; false if the previous level has at most one texel. */
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

/* Texels of all levels from 1 on. */
static uint64_t texels(const xl__problem *problem) {
    size_t width = 0, height = 0;
    uint64_t sum = 0;
    for (int level = 1; level_size(problem, level, &width, &height); level++) sum += (uint64_t)width * height;
    return sum;
}

static uint64_t level_count(const xl__problem *problem) {
    size_t width = 0, height = 0;
    int count = 0;
    while (level_size(problem, count + 1, &width, &height)) count++;
    return (uint64_t)count;
}

static const xl__array_desc arrays[] = {
    {XL__INPUT("image", XL_F32), .shape = {"height", "width", "channels"}, .picture = XL__PIXELS,
     .help = "level 0"},
    {XL__OUTPUT("levels", XL_F32), .shape = {"texels", "channels"}, .picture = XL__LEVELS,
     .level = level_size, .help = "levels 1, 2, and so on; each row by row"},
};

/* 2^level at the start of launch number `launch` of `tile`, from 0. A launch continues while lanes are left
   and both sides are even, or 1. No launch starts at a level of `rest` texels or fewer. */
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
/* 2^level at the start of this round: for a launch per level, for `tile` (and at its end), for `local`. */
static uint64_t level_scale(const xl__problem *problem) {
    return UINT64_C(1) << problem->turn;
}
static uint64_t tile_scale(const xl__problem *problem) {
    return scale_before(problem, problem->turn);
}
static uint64_t tile_end(const xl__problem *problem) {
    return scale_before(problem, problem->turn + 1);
}
static uint64_t last_tile_end(const xl__problem *problem) {
    return scale_before(problem, MOST_TILES);
}
static uint64_t local_scale(const xl__problem *problem) {
    return UINT64_C(1) << problem->turn * (int)problem->value[DEPTH];
}
/* True if all sides that `block` has halved by the end of this round are even: then it runs instead of
   `local`. */
static uint64_t block_turn(const xl__problem *problem) {
    const uint64_t side = UINT64_C(1) << (problem->turn + 1) * (int)problem->value[DEPTH];
    const uint64_t width = (uint64_t)problem->value[WIDTH], height = (uint64_t)problem->value[HEIGHT];
    return width * height > 0 && width % side == 0 && height % side == 0;
}

/* 2^level at the start of the launch of `once`. The level that it leaves to its last work-group must fit
   into local memory, with half as much for the next one. Launches of `block` precede it. */
static uint64_t once_scale(const xl__problem *problem) {
    const double bytes = fmin(24576.0, (double)problem->local_bytes),
                 most = bytes / (6.0 * problem->value[CHANNELS]);
    const int depth = (int)fmax(problem->value[DEPTH], 1.0); /* 0 before it is chosen */
    int level = depth;
    size_t width = 0, height = 0;
    while (level_size(problem, level, &width, &height) && (double)(width * height) > most) level += depth;
    return UINT64_C(1) << (level - depth);
}

/* 2^level from which on levels are small: `runs` makes all later ones in one launch. */
static uint64_t small_from(const xl__problem *problem) {
    const double few = 16384.0;
    uint64_t width = halved((uint64_t)problem->value[WIDTH]),
             height = halved((uint64_t)problem->value[HEIGHT]), scale = 1;
    for (; (double)(width * height) > few; scale *= 2) width = halved(width), height = halved(height);
    return scale;
}

/* Sides of the level after that of `scale`, a text. */
#define NEXT_WIDTH(scale) "max(1, width / (2 * " scale "))"
#define NEXT_HEIGHT(scale) "max(1, height / (2 * " scale "))"

static const xl__size sizes[] = {
    {.name = "texels", .count = texels},
    {.name = "small_from", .count = small_from},
    {.name = "level_count", .count = level_count},
    {.name = "level_scale", .count = level_scale},
    {.name = "tile_scale", .count = tile_scale},
    {.name = "tile_end", .count = tile_end},
    {.name = "last_tile_end", .count = last_tile_end},
    {.name = "local_scale", .count = local_scale},
    {.name = "block_turn", .count = block_turn},
    {.name = "once_scale", .count = once_scale},
    /* texels of the level that `once` leaves to its last work-group */
    {.name = "left", .is = NEXT_WIDTH("(once_scale * stride)") " * " NEXT_HEIGHT("(once_scale * stride)")},
    {.name = "across", .is = "lanes >= 128 ? 16 : lanes >= 32 ? 8 : lanes >= 8 ? 4 : 2"},
    {.name = "stride", .is = "depth == 4 ? 8 : depth == 5 ? 16 : 32"},
    {.name = "longer", .is = "width > 0 && height > 0 ? max(width, height) : 0"},
    {0},
};
static const xl__area areas[] = {STATES_AREAS("1 + channels * left"), {0}};

#define ARGS(scale) "image, levels, uint width, uint height, uint " scale
/* A launch per level. */
#define LEVELS(kernel_name)                                                                                  \
    .tuning = "group",                                                                                       \
    XL__PASSES({XL__PASS(kernel_name, ARGS("level_scale"),                                                   \
                         "blocks(" NEXT_WIDTH("level_scale") " * " NEXT_HEIGHT("level_scale") ", group)"),   \
                .turns = "16", .when = "longer >= 2 * level_scale"})
#define TILES(kernel_name)                                                                                   \
    .flow = XL__GROUP_UNIFORM, .ops = "shuffle_xor:f32", .tuning = "rest group",                             \
    XL__PASSES({XL__PASS(kernel_name, ARGS("tile_scale") ", uint tile_end",                                  \
                         "blocks(blocks(" NEXT_WIDTH(                                                        \
                             "tile_scale") ", across) * "                                                    \
                                           "blocks(" NEXT_HEIGHT(                                            \
                                               "tile_scale") ", max(1, lanes / across)), sub_groups)"),      \
                .turns = "8", .when = "longer > 0 && tile_scale < tile_end"},                                \
               {XL__PASS("mips/mips.cl:mips_rest", ARGS("last_tile_end"), "1"),                              \
                .when = "longer >= 2 * last_tile_end"})
/* Work-groups in a launch of `local` and of `block` at level `local_scale`, and floats of local memory. */
#define LOCAL_GROUPS                                                                                         \
    "blocks(" NEXT_WIDTH("local_scale") ", stride) * blocks(" NEXT_HEIGHT("local_scale") ", stride)"
#define LOCAL_TEXELS "channels * (2 * stride - 1) * (2 * stride - 1)"
#define LOCAL_NEXT "channels * (stride - 1) * (stride - 1)"
#define BLOCK_GROUPS "width * height / (4 * stride * stride * local_scale * local_scale)"
#define BLOCK_TEXELS "channels * stride * stride / 4"
#define BLOCK_NEXT "channels * 16"
/* The launches of `block`, and those of `local`; `more` is another condition. */
#define TILES_OF_FOURS(more)                                                                                 \
    {                                                                                                        \
        XL__PASS("mips/block.cl:mips_block",                                                                 \
                 ARGS("local_scale") ", local float " BLOCK_TEXELS ", local float " BLOCK_NEXT,              \
                 BLOCK_GROUPS),                                                                              \
            .turns = "4", .when = "block_turn" more                                                          \
    }
#define TILES_OF_GROUPS(more)                                                                                \
    {                                                                                                        \
        XL__PASS("mips/local.cl:mips_local",                                                                 \
                 ARGS("local_scale") ", local float " LOCAL_TEXELS ", local float " LOCAL_NEXT,              \
                 LOCAL_GROUPS),                                                                              \
            .turns = "4", .when = "longer >= 2 * local_scale" more                                           \
    }
/* The launch of `once`, whose last work-group has `left` texels in local memory. */
#define ONCE(kernel_name, states, groups, larger, smaller, when_too)                                         \
    {                                                                                                        \
        XL__PASS(kernel_name,                                                                                \
                 "image, levels, " states                                                                    \
                 ", uint width, uint height, uint local_scale, local float max(" larger                      \
                 ", channels * left), local float max(" smaller ", channels * left / 2), local uint 1",      \
                 groups),                                                                                    \
            .turns = "4", .when = "longer >= 2 && local_scale == once_scale && " when_too                    \
    }
#define ONCE_LOCAL(kernel_name, states, when_too)                                                            \
    ONCE(kernel_name, states, LOCAL_GROUPS, LOCAL_TEXELS, LOCAL_NEXT, when_too " && block_turn == 0")
#define ONCE_BLOCK(states, when_too)                                                                         \
    ONCE("mips_once_block", states, BLOCK_GROUPS, BLOCK_TEXELS, BLOCK_NEXT, when_too " && block_turn")
#define BEFORE_ONCE                                                                                          \
    TILES_OF_FOURS(" && local_scale < once_scale"),                                                          \
        TILES_OF_GROUPS(" && block_turn == 0 && local_scale < once_scale"), {                                \
        .fill = "states", .when = "kept == 0"                                                                \
    }
/* Planted: level and tile with an edit. */
#define CHANGED(word, bug, ...)                                                                              \
    XL__EDITED(word, bug, "mips/mips.cl", __VA_ARGS__), .edited_in = "mips_level", LEVELS("mips_level")
#define CHANGED_TILE(word, bug, ...) XL__EDITED(word, bug, "mips/tile.cl", __VA_ARGS__), TILES("mips_tile")

static const xl__strategy strategies[] = {
    {XL__KERNEL("level", "a launch per level, a work-item per texel", "mips/mips.cl"), LEVELS("mips_level")},
    {XL__KERNEL("tile", "a launch per 2 to 4 levels: a sub-group computes a tile by shuffles",
                "mips/tile.cl"),
     .needs = "lanes >= 4", .why = "needs four lanes for four texels", TILES("mips_tile")},
    {XL__KERNEL("local", "a launch per 4 to 6 levels: a work-group computes a tile in local memory",
                "mips/local.cl"),
     .tuning = "depth group", .group = "256", XL__PASSES(TILES_OF_GROUPS(""))},
    {XL__KERNEL("block",
                "as local, but two levels at a time from 4 x 4 texels in registers while sides are even",
                "mips/block.cl"),
     .tuning = "depth group", .group = "256",
     XL__PASSES(TILES_OF_FOURS(""), TILES_OF_GROUPS(" && block_turn == 0"))},
    {XL__KERNEL("once", "as block, in one launch: the last work-group computes the remaining levels",
                "mips/once.cl"),
     .tuning = "depth group", .group = "256",
     XL__PASSES(BEFORE_ONCE, ONCE_BLOCK("states", "kept == 0"), ONCE_BLOCK("kept_states", "kept"),
                ONCE_LOCAL("mips_once_local", "states", "kept == 0"),
                ONCE_LOCAL("mips_once_local", "kept_states", "kept"))},
    {XL__KERNEL("runs", "a launch per large level, a work-item per run of a row, by vectors: for CPUs",
                "mips/runs.cl"),
     XL__PASSES({XL__PASS("mips_runs", ARGS("level_scale"),
                          "blocks(" NEXT_WIDTH("level_scale") ", 1024) * " NEXT_HEIGHT("level_scale")),
                 .group = "1", .turns = "16",
                 .when = "longer >= 2 * level_scale && level_scale < small_from"},
                {XL__PASS("mips_runs_rest", ARGS("small_from"), "1"), .group = "1",
                 .when = "longer >= 2 * small_from"})},
    {CHANGED("two", "no third texel at an odd side",
             {"w, w, h, x, y)", "w, w > 1u ? w / 2u * 2u : w, h > 1u ? h / 2u * 2u : h, x, y)"})},
    {CHANGED("weights", "the weights of the first texel for all at an odd side",
             {"w, w, h, x, y)", "w, w, h, 0u, 0u)"}),
     .needs = "filter == box", .why = "shows with filter=box, which has weights"},
    {CHANGED("short", "stops when the shorter side is 1",
             {"if (i >= across", "if (w == 1u || h == 1u || i >= across"}),
     .needs = "width > 0 && height > 0", .why = "needs a picture with texels"},
    {CHANGED_TILE("rows", "reads the texel below as if lanes were in rows, not in Morton order",
                  {"sg_shuffle_xor(sg, v, 2u * apart * apart)",
                   "sg_shuffle_xor(sg, v, min(SQUARE_ACROSS * apart, SG_WIDTH - 1u))"}),
     .needs = "lanes > 4 && rest == 1", .why = "shows over more lanes than a quad has, with rest=1"},
    {CHANGED_TILE("thin", "halves a side of 1 with values outside the picture",
                  {"w > 1u ? join(v, beside) : v", "join(v, beside)"},
                  {"h > 1u ? join(v, below) : v", "join(v, below)"}),
     .needs = "lanes >= 4 && rest == 1 && filter == box",
     .why = "shows over four lanes, with rest=1 and filter=box"},
    {XL__EDITED("uncounted",
                "once, but work-groups without a texel of the last level do not count themselves",
                "mips/once.cl", {"(texel)(0.0f), true, larger", "(texel)(0.0f), own != 0, larger"}),
     .tuning = "depth group", .group = "256",
     .needs = "left > 1 && (width / once_scale % (2 * stride) > 1 && width >= 2 * stride * once_scale || "
              "height / once_scale % (2 * stride) > 1 && height >= 2 * stride * once_scale)",
     .why = "shows if work-groups at the edge have no texel of the last level: sides such as 127, with "
            "levels left",
     XL__PASSES(BEFORE_ONCE, ONCE_LOCAL("mips_once_local", "states", "kept == 0"),
                ONCE_LOCAL("mips_once_local", "kept_states", "kept"))},
};

/* SOME, MANY: width * height * channels from which another strategy was fastest. EVEN: if sides are
   multiples of this power of 2, launches of several levels meet odd sides late. Measured on an H200 with 96
   random and 51 common sizes (docs/performance.md). */
#define SOME 1100000.0
#define MANY 3600000.0
#define EVEN_LONG 32
#define EVEN_A_WHILE 8

static bool sides_are_multiples(const xl__problem *problem, uint64_t of) {
    return (uint64_t)problem->value[WIDTH] % of == 0 && (uint64_t)problem->value[HEIGHT] % of == 0;
}

static const char *choose(xl__problem *problem) {
    const double size = problem->value[WIDTH] * problem->value[HEIGHT] * problem->value[CHANNELS];
    if (problem->cpu) return "runs";
    if (size >= SOME && sides_are_multiples(problem, EVEN_LONG)) return "block";
    if (size > MANY) return "tile";
    return sides_are_multiples(problem, EVEN_A_WHILE) ? "local" : "once";
}

const xl__algorithm xl__algorithm_mips = {
    .name = "mips",
    .help = "halves a picture repeatedly, down to one texel",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"width", "height"},
    .choose = choose,
    .cost = {.bytes = "4 * channels * (width * height + texels)",
             .operations = "4 * channels * texels",
             .work_items = "strategy == level ? texels : blocks(width * height, 4)",
             .steps = "level_count"},
};
