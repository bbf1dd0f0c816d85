/* The table of mips (README.md). */
#include "common/passes_host.h"
#include <math.h>

#define MOST_SIDE 65536.0 /* 16 levels below the picture */

enum { WIDTH, HEIGHT, CHANNELS, FILTER, DEPTH, REST }; /* indices into params */
enum { MOST_TILES = 8 };                               /* launches of `tile` */

static const xl__param params[] = {
    XL__SIZE_PARAM("width", 1920, MOST_SIDE, "texels", "size of the picture"),
    XL__SIZE_PARAM("height", 1080, MOST_SIDE, "texels", "size of the picture"),
    XL__PROBLEM_PARAM("channels", 1, 1, 4, NULL, "channels of a texel"),
    XL__CHOICE_PARAM("filter", 2, "box|min|max", "combines texels into one of the next level"),
    {XL__NUMBER(XL__TUNING, "depth", 0, 0, 6, "levels", "levels per launch, 4 to 6; 0 = chosen"),
     /* Several work-groups should fit on a compute unit. `local` keeps the texels of two levels, at most
        63^2 + 31^2 with 6 levels. */
     .becomes = "depth > 0 ? max(depth, 4) : 4 * channels * 4930 <= min(20480, local_bytes) ? 6 : "
                "4 * channels * 1186 <= min(20480, local_bytes) ? 5 : 4"},
    XL__TUNING_PARAM("rest", 4096, 1, 1048576, "texels",
                     "one work-group computes all levels after a level of this many texels"),
    XL__GROUP_PARAM,
};

static uint64_t halved(uint64_t n) {
    return n > 1 ? n / 2 : 1;
}

/* False: the previous level has at most one texel. */
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

/* From 1 on. */
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

/* The scale at the start of launch `launch` of `tile`, from 0. A launch continues while lanes are left and
   both sides are even, or 1; none starts at `rest` texels or fewer. */
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
/* At the start of this round: for a launch per level, for `tile` (and at its end), for `local`. */
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
/* All sides that `block` has halved by the end of this round are even: it replaces `local`. */
static uint64_t block_turn(const xl__problem *problem) {
    const uint64_t side = UINT64_C(1) << (problem->turn + 1) * (int)problem->value[DEPTH];
    const uint64_t width = (uint64_t)problem->value[WIDTH], height = (uint64_t)problem->value[HEIGHT];
    return width * height > 0 && width % side == 0 && height % side == 0;
}

/* The scale at the start of `once`. The level left to its last work-group must fit into local memory, with
   half as much for the next. Launches of `block` precede it. */
static uint64_t once_scale(const xl__problem *problem) {
    const double bytes = fmin(24576.0, (double)problem->local_bytes),
                 most = bytes / (6.0 * problem->value[CHANNELS]);
    const int depth = (int)fmax(problem->value[DEPTH], 1.0); /* 0 before it is chosen */
    int level = depth;
    size_t width = 0, height = 0;
    while (level_size(problem, level, &width, &height) && (double)(width * height) > most) level += depth;
    return UINT64_C(1) << (level - depth);
}

/* `runs` makes all later levels in one launch. */
static uint64_t small_from(const xl__problem *problem) {
    const double few = 16384.0;
    uint64_t width = halved((uint64_t)problem->value[WIDTH]),
             height = halved((uint64_t)problem->value[HEIGHT]), scale = 1;
    for (; (double)(width * height) > few; scale *= 2) width = halved(width), height = halved(height);
    return scale;
}

/* After the level of `scale`, a text. */
#define NEXT(side, scale) "max(1, " side " / (2 * " scale "))"

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
    /* for the last work-group of `once` */
    {.name = "left",
     .is = NEXT("width", "(once_scale * stride)") " * " NEXT("height", "(once_scale * stride)")},
    {.name = "across", .is = "lanes >= 128 ? 16 : lanes >= 32 ? 8 : lanes >= 8 ? 4 : 2"},
    {.name = "stride", .is = "depth == 4 ? 8 : depth == 5 ? 16 : 32"},
    {.name = "longer", .is = "width > 0 && height > 0 ? max(width, height) : 0"},
    {0},
};
static const xl__area areas[] = {STATES_AREAS("1 + channels * left"), {0}};

#define TILES_ACROSS "blocks(" NEXT("width", "tile_scale") ", across)"
#define TILES_DOWN "blocks(" NEXT("height", "tile_scale") ", max(1, lanes / across))"
#define ARGS "image, levels, uint width, uint height, uint "
/* In a launch of `local` and of `block` at level `local_scale`, and floats of local memory. */
#define LOCAL_GROUPS                                                                                         \
    "blocks(" NEXT("width", "local_scale") ", stride) * blocks(" NEXT("height", "local_scale") ", stride)"
#define LOCAL_TEXELS "channels * (2 * stride - 1) * (2 * stride - 1)"
#define LOCAL_NEXT "channels * (stride - 1) * (stride - 1)"
#define BLOCK_GROUPS "width * height / (4 * stride * stride * local_scale * local_scale)"
#define BLOCK_TEXELS "channels * stride * stride / 4"
#define BLOCK_NEXT "channels * 16"
/* `more` is another condition. */
#define TILES_OF_FOURS(more)                                                                                 \
    {                                                                                                        \
        XL__PASS("mips/block.cl:mips_block",                                                                 \
                 ARGS "local_scale, local float " BLOCK_TEXELS ", local float " BLOCK_NEXT, BLOCK_GROUPS),   \
            .turns = "4", .when = "block_turn" more                                                          \
    }
#define TILES_OF_GROUPS(more)                                                                                \
    {                                                                                                        \
        XL__PASS("mips/local.cl:mips_local",                                                                 \
                 ARGS "local_scale, local float " LOCAL_TEXELS ", local float " LOCAL_NEXT, LOCAL_GROUPS),   \
            .turns = "4", .when = "longer >= 2 * local_scale" more                                           \
    }
/* Its last work-group has `left` texels in local memory. */
#define ONCE(kernel_name, states, groups, larger, smaller, when_too)                                         \
    {                                                                                                        \
        XL__PASS(kernel_name,                                                                                \
                 "image, levels, " states                                                                    \
                 ", uint width, uint height, uint local_scale, local float max(" larger                      \
                 ", channels * left), local float max(" smaller ", channels * left / 2), local uint 1",      \
                 groups),                                                                                    \
            .turns = "4", .when = "longer >= 2 && local_scale == once_scale && " when_too                    \
    }

static const xl__strategy strategies[] = {
    {XL__KERNEL("level", "a launch per level, a work-item per texel", "mips/mips.cl"), .tuning = "group",
     XL__PASSES(
         {XL__PASS("mips_level", ARGS "level_scale",
                   "blocks(" NEXT("width", "level_scale") " * " NEXT("height", "level_scale") ", group)"),
          .turns = "16", .when = "longer >= 2 * level_scale"})},
    {XL__KERNEL("tile", "a launch per 2 to 4 levels: a sub-group computes a tile by shuffles",
                "mips/tile.cl"),
     .flow = XL__GROUP_UNIFORM, .tuning = "rest group", .ops = "shuffle_xor:f32", .needs = "lanes >= 4",
     .why = "needs four lanes for four texels",
     XL__PASSES({XL__PASS("mips_tile", ARGS "tile_scale, uint tile_end",
                          "blocks(" TILES_ACROSS " * " TILES_DOWN ", sub_groups)"),
                 .turns = "8", .when = "longer > 0 && tile_scale < tile_end"},
                {XL__PASS("mips/mips.cl:mips_rest", ARGS "last_tile_end", "1"),
                 .when = "longer >= 2 * last_tile_end"})},
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
     XL__PASSES(
         TILES_OF_FOURS(" && local_scale < once_scale"),
         TILES_OF_GROUPS(" && block_turn == 0 && local_scale < once_scale"),
         {.fill = "states", .when = "kept == 0"},
         ONCE("mips_once_block", "states", BLOCK_GROUPS, BLOCK_TEXELS, BLOCK_NEXT, "kept == 0 && block_turn"),
         ONCE("mips_once_block", "kept_states", BLOCK_GROUPS, BLOCK_TEXELS, BLOCK_NEXT, "kept && block_turn"),
         ONCE("mips_once_local", "states", LOCAL_GROUPS, LOCAL_TEXELS, LOCAL_NEXT,
              "kept == 0 && block_turn == 0"),
         ONCE("mips_once_local", "kept_states", LOCAL_GROUPS, LOCAL_TEXELS, LOCAL_NEXT,
              "kept && block_turn == 0"))},
    {XL__KERNEL("runs", "a launch per large level, a work-item per run of a row, by vectors: for CPUs",
                "mips/runs.cl"),
     XL__PASSES({XL__PASS("mips_runs", ARGS "level_scale",
                          "blocks(" NEXT("width", "level_scale") ", 1024) * " NEXT("height", "level_scale")),
                 .group = "1", .turns = "16",
                 .when = "longer >= 2 * level_scale && level_scale < small_from"},
                {XL__PASS("mips_runs_rest", ARGS "small_from", "1"), .group = "1",
                 .when = "longer >= 2 * small_from"})},
};

/* SOME, MANY: width * height * channels from which another strategy was fastest. EVEN: if sides are multiples
   of this, launches of several levels meet odd sides late. Measured on an H200 with 96 random and 51 common
   sizes (docs/performance.md). */
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

extern const xl__strategy xl__planted_mips[];

const xl__algorithm xl__algorithm_mips = {
    .name = "mips",
    .help = "halves a picture repeatedly, down to one texel",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_mips,
    .shape = {"width", "height"},
    .choose = choose,
    .cost = {.bytes = "4 * channels * (width * height + texels)",
             .operations = "4 * channels * texels",
             .work_items = "strategy == level ? texels : blocks(width * height, 4)",
             .steps = "level_count"},
};
