/* The table of spheres (README.md). */
#include "spheres_host.h"

enum { POINTS, SPHERES, CHANNELS, MODEL, WIDTH, HEIGHT }; /* indices into params */
enum { WEIGHTS_BY_LANE = 1, WEIGHTS_BY_PASS };            /* choices of `weights` */

/* Indices are 32-bit, and the last block may reach one sub-group's items past the end. */
#define MOST_ELEMENTS 2147418112.0

static const xl__array_desc arrays[] = {
    {XL__INPUT("points", XL_F32), .direction = XL__IN_OPTIONAL, .shape = {"points", "3"},
     .help = "x, y, z; without them the pixels of a width x height image"},
    {XL__INPUT("spheres", XL_F32), .shape = {"spheres", "4"}, .help = "centre x, y, z and radius"},
    {XL__INPUT("colors", XL_F32), .shape = {"spheres", "channels"}, .help = "colours of the spheres"},
    {XL__OUTPUT("result", XL_F32), .shape = {"points", "channels"}, .picture = XL__COLOR,
     .help = "colours of the points"},
};

static uint64_t of(const xl__problem *problem, int param) {
    return (uint64_t)problem->value[param];
}

/* From this many pairs on a weighing pass costs less than a reciprocal per load
   (docs/performance_tried.md). */
enum { PASS_FROM_CPU = 65536, PASS_FROM = 67108864 };

static double settle_weights(const xl__problem *problem, double asked) {
    if (asked > 0.0) return asked;
    const uint64_t from = problem->cpu ? PASS_FROM_CPU : PASS_FROM;
    return of(problem, POINTS) * of(problem, SPHERES) > from ? WEIGHTS_BY_PASS : WEIGHTS_BY_LANE;
}

/* A loaded sphere serves all points of a work-item, which has several if enough work-items remain. The limits
   are points per compute unit (bench/results/nvidia-h200/spheres.json,
   bench/results/processors/auto_spheres_PoCL-3.1.txt, bench/results/processors/auto_spheres_Intel.txt). */
enum { FOUR_FROM = 1024, TWO_FROM = 384, TWO_FROM_CPU = 256, TWO_FROM_VECTORISED = 512 };

static double settle_per_item(const xl__problem *problem, double asked) {
    const uint64_t points = of(problem, POINTS), units = problem->compute_units;
    const uint64_t two = !problem->cpu ? TWO_FROM : problem->vectorises ? TWO_FROM_VECTORISED : TWO_FROM_CPU;
    if (asked > 0.0) return asked;
    return points >= FOUR_FROM * units ? 4 : points >= two * units ? 2 : 1;
}

static const xl__param params[] = {
    XL__SIZE_PARAM("points", 1024, MOST_ELEMENTS, "points", "points to colour; for an image, width * height"),
    XL__SIZE_PARAM("spheres", 1024, MOST_ELEMENTS, "spheres", "spheres; later ones cover earlier ones"),
    {XL__NUMBER(XL__PROBLEM, "channels", 3, 1, 4, "floats", "components of a colour"), .size = true},
    {XL__WORDS(XL__PROBLEM, "model", 1, "linear|quadratic",
               "influence: 1 - d / r or 1 - d^2 / r^2, not below 0"),
     .initial = 1},
    XL__RUNTIME_PARAM("width", 0, 0, 65536, "pixels",
                      "size of the image whose pixels are the points; 0 = no image"),
    XL__RUNTIME_PARAM("height", 0, 0, 65536, "pixels",
                      "size of the image whose pixels are the points; 0 = no image"),
    {XL__WORDS(XL__TUNING, "weights", 2, "auto|lane|pass",
               "lane: lanes compute 1 / r or 1 / r^2 on loading a sphere; pass: an earlier pass does"),
     .settle = settle_weights},
    /* The most that leave every lane a full share: loads and scans of 4 spheres are in flight. */
    {XL__NUMBER(XL__TUNING, "items", 0, 0, 16, "spheres", "spheres per lane at a time; 0 = chosen"),
     .becomes = "items > 0 ? items : spheres >= 4 * lanes ? 4 : spheres >= 2 * lanes ? 2 : 1"},
    /* If collectives cost barriers or a loop over the lanes, runs need the fewest; otherwise adjacent reads
       matter more. */
    {XL__WORDS(
         XL__TUNING, "layout", 2, "auto|blocks|runs",
         "blocks: neighbouring lanes read neighbouring spheres; runs: each lane reads consecutive spheres"),
     .becomes = "layout != auto ? layout : emulated || cpu ? runs : blocks"},
    XL__TUNING_PARAM("per_sub_group", 4, 1, 16, "points", "points per sub-group"),
    {XL__NUMBER(XL__TUNING, "per_item", 0, 0, 8, "points", "points per work-item, 0 = chosen"),
     .settle = settle_per_item},
    XL__GROUP_PARAM,
};

double xl__spheres_step(const xl__problem *problem) {
    const double columns = problem->value[WIDTH], rows = problem->value[HEIGHT];
    const double longer = rows > columns ? rows : columns;
    return longer > 0.0 ? (double)(1.0f / (float)longer) : 1.0;
}

static const xl__size sizes[] = {
    /* Columns of cull's block of pixels (cull.cl): the least power of 2 whose square is at least the
       lanes. */
    {.name = "block", .is = "lanes > 64 ? 16 : lanes > 16 ? 8 : lanes > 4 ? 4 : lanes > 1 ? 2 : 1"},
    /* Blocks side by side in a work-group: about the square root of all. */
    {.name = "side",
     .is = "sub_groups >= 256 && sub_groups % 16 == 0 ? 16 : sub_groups >= 64 && sub_groups % 8 == 0 ? 8 : "
           "sub_groups >= 16 && sub_groups % 4 == 0 ? 4 : sub_groups >= 4 && sub_groups % 2 == 0 ? 2 : 1"},
    /* work-groups of cull: side by side in an image, and in total */
    {.name = "across", .is = "width > 0 ? blocks(width, block * side) : 1"},
    {.name = "culling",
     .is =
         "width > 0 ? across * blocks(height, lanes / block * (sub_groups / side)) : blocks(points, group)"},
    /* local memory of cull */
    {.name = "cull_bytes", .is = "(group + sub_groups) * 40"},
    /* Work-groups of a sort's passes: at most as many as fill the device; a work-item's points are a stride
       apart. */
    {.name = "sorting", .is = "spheres > 0 && points > 0 ? min(blocks(points, 4 * group), 8 * units) : 0"},
    {.name = "columns", .is = "width > 0 ? width : 1"}, /* of the image */
    {.name = "step", .real = xl__spheres_step},         /* between neighbouring pixels */
    {0},
};

/* weighed: x, y, z and 1 / r or 1 / r^2. */
static const xl__area areas[] = {{.name = "weighed", .type = "float4", .count = "spheres"},
                                 /* of sort.cl */
                                 {.name = "cells", .type = "uint", .count = "4096"},
                                 {.name = "places", .type = "uint2", .count = "points"},
                                 {.name = "sorted", .type = "uint4", .count = "points"},
                                 {0}};

/* ---- strategies ------------------------------------------------------------------------------------ */

/* Without spheres the result is black, and no kernel runs. */
#define COLOUR(kernel_name, spheres_from, points_made)                                                       \
    XL__PASS(kernel_name,                                                                                    \
             "points, " spheres_from                                                                         \
             ", colors, result, uint points, uint spheres, uint columns, float step",                        \
             "spheres > 0 ? blocks(points, " points_made ") : 0")
#define CLEAR .fill = "result", .when = "spheres == 0"
#define PREPARE                                                                                              \
    .kernel = "spheres/prepare.cl:spheres_prepare", .args = "spheres, weighed, uint spheres",                \
    .items = "spheres", .when = "weights == pass"
/* On a CPU each core should have a work-group even with few points. */
#define TILE                                                                                                 \
    .tuning = "per_item group", .group = "cpu && points < 384 * units ? 64 : 128",                           \
    .rows = "group * per_item",                                                                              \
    XL__PASSES({CLEAR}, {COLOUR("spheres_tile", "spheres", "group * per_item"), .when = "1"})
#define CULL_ON                                                                                              \
    .tuning = "group", .flow = XL__GROUP_UNIFORM, .cpu_lanes = 16,                                           \
    .ops = "reduce_min:f32 reduce_max:f32 shuffle_xor:u32 ballot any"
#define POINTS_BY(kernel_name, points_made)                                                                  \
    .rows = (points_made), .defines = "WEIGHTS_PREPARED=weights == pass",                                    \
    XL__PASSES({CLEAR}, {PREPARE}, {COLOUR(kernel_name, "weighed", points_made), .when = "weights == pass"}, \
               {COLOUR(kernel_name, "spheres", points_made), .when = "weights != pass"})
#define LANE_OPS                                                                                             \
    "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 scan_exclusive_mul:f32 reduce_add:f32"

/* Kernels with their own tuning values have their own files: no other kernel is compiled again for them. */
static const xl__strategy strategies[] = {
    {XL__KERNEL("naive", "one work-item per point: one loop over the spheres", "spheres/spheres.cl"),
     .tuning = "weights group", .group = "cpu && points < 384 * units ? 64 : 0",
     POINTS_BY("spheres_naive", "group")},
    {XL__KERNEL("continued", "one sub-group per point, one sphere per lane; a sum per block",
                "spheres/spheres.cl"),
     .tuning = "weights group", .flow = XL__GROUP_UNIFORM, .ops = LANE_OPS,
     POINTS_BY("spheres_continued", "sub_groups")},
    {XL__KERNEL("deferred", "one sub-group per point, a run of spheres per lane; one sum at the end",
                "spheres/deferred.cl"),
     .tuning = "weights items layout group", .flow = XL__GROUP_UNIFORM, .ops = LANE_OPS,
     POINTS_BY("spheres_deferred", "sub_groups")},
    {XL__KERNEL("shared", "one sub-group for several points, which share its loads of spheres",
                "spheres/shared.cl"),
     .tuning = "weights per_sub_group group", .flow = XL__GROUP_UNIFORM, .ops = LANE_OPS,
     POINTS_BY("spheres_shared", "sub_groups * per_sub_group")},
    /* As many sub-groups as leave two blocks of spheres each, up to 1024 work-items and 32 sub-groups, whose
       maps (32 bytes of local memory) one work-item applies. More than 256 work-items only if points are too
       few to fill the device. */
    {XL__KERNEL("group", "one work-group per point, a part of the spheres per sub-group", "spheres/group.cl"),
     .tuning = "weights items layout group",
     .group = "min(lanes * min(max(1, min(blocks(spheres, 2 * lanes * items), 32)), max(1, 1024 / lanes)), "
              "max(256, power_of_2(2048 * units / max(1, points))))",
     .needs = "sub_groups * 32 <= local_bytes",
     .why = "the sub-groups' maps need more local memory than the device has", .flow = XL__GROUP_UNIFORM,
     .ops = LANE_OPS, POINTS_BY("spheres_group", "1")},
    {XL__KERNEL("tile", "several points per work-item; the work-group stages spheres in local memory",
                "spheres/tile.cl"),
     TILE},
    {XL__KERNEL("expanded",
                "tile, with the distance multiplied out: fewer operations, but less accurate far from 0",
                "spheres/tile.cl"),
     .flags = XL__BY_NAME, /* its error depends on the data */
     .needs = "model == quadratic && group * 36 <= local_bytes",
     .why = "needs the quadratic model and 36 bytes of local memory per work-item", TILE,
     .defines = "EXPANDED=1"},
    {XL__KERNEL("cull", "one sub-group for points close together; visits the spheres that can reach them",
                "spheres/cull.cl"),
     CULL_ON, .defines = "CULL_SIDE=side", .needs = "cull_bytes <= local_bytes",
     .why = "needs 40 bytes of local memory per work-item and per sub-group",
     XL__PASSES({CLEAR},
                {XL__PASS("spheres_cull",
                          "points, spheres, colors, result, uint points, uint spheres, uint columns, "
                          "float step, uint width, uint across",
                          "spheres > 0 && points > 0 ? culling : 0")})},
    {XL__KERNEL("sorted", "cull after sorting the points: for arbitrary points", "spheres/sorted.cl"),
     CULL_ON, .needs = "max(cull_bytes, 17408 + group * 4) <= local_bytes",
     .why = "needs 40 bytes of local memory per work-item and per sub-group, and 17 KiB for the cells",
     XL__PASSES(
         {CLEAR}, {.fill = "cells", .when = "spheres > 0"},
         {XL__PASS("spheres/sort.cl:spheres_count",
                   "points, spheres, cells, places, uint points, uint spheres, uint columns, float step",
                   "sorting")},
         {XL__PASS("spheres/sort.cl:spheres_place",
                   "points, cells, places, sorted, uint points, uint columns, float step", "sorting")},
         {XL__PASS("spheres_sorted", "sorted, spheres, colors, result, uint points, uint spheres",
                   "spheres > 0 ? blocks(points, group) : 0")})},
};

/* ---- choice of auto ------------------------------------------------------------------------------------ */

/* `sorted` visits fewer pairs, but sorting costs as much as `a_point` pairs per point and `a_unit` pairs per
   compute unit. It needs at least `least` points per unit. */
typedef struct sorting {
    uint64_t least, a_point, a_unit;
} sorting;

/* Measured on a GPU (bench/results/nvidia-h100/auto_spheres.json) and on CPUs
   (bench/results/processors/auto_spheres_*.txt). */
static const sorting gpu = {96, 256, 380000}, emulated = {256, 100, 300000},
                     vectorised = {1024, 128, 1750000}, vectorised_one_channel = {1024, 192, 5000000},
                     native = {1024, 128, 475000}, native_one_channel = {1024, 192, 860000};

static const sorting *sorting_on(const xl__problem *problem) {
    const bool one = of(problem, CHANNELS) == 1;
    if (!problem->cpu) return &gpu;
    if (problem->emulated) return &emulated;
    if (problem->vectorises) return one ? &vectorised_one_channel : &vectorised;
    return one ? &native_one_channel : &native;
}

static bool sorting_pays(const xl__problem *problem) {
    const uint64_t points = of(problem, POINTS), units = problem->compute_units;
    const sorting *const at = sorting_on(problem);
    return points >= at->least * units &&
           points * of(problem, SPHERES) >= at->a_point * points + at->a_unit * units;
}

/* From this many spheres on `tile` beats `naive`. With three channels naive is slow: compilers do not
   vectorise it over points. */
enum { TILE_FROM = 8, TILE_FROM_ONE_CHANNEL = 16, TILE_FROM_THREE_CHANNELS = 4, TILE_FROM_FEW_POINTS = 32 };

static bool are_few_spheres(const xl__problem *problem) {
    const uint64_t channels = of(problem, CHANNELS), spheres = of(problem, SPHERES);
    if (problem->vectorises && channels == 1) return true; /* vectorised over points, naive is fastest */
    if (of(problem, POINTS) < 64 * (uint64_t)problem->compute_units) return spheres < TILE_FROM_FEW_POINTS;
    return spheres < (channels == 3   ? TILE_FROM_THREE_CHANNELS
                      : channels == 1 ? TILE_FROM_ONE_CHANNEL
                                      : TILE_FROM);
}

/* With few points `naive` is better, or for a thousand spheres a work-group per point
   (bench/results/processors/auto_spheres_*). */
static const char *choose_on_cpu(const xl__problem *problem) {
    const uint64_t points = of(problem, POINTS), spheres = of(problem, SPHERES);
    const uint64_t few = !problem->vectorises ? 24 : problem->width >= 16 ? 12 : 20; /* points per core */
    if (points < few * problem->compute_units)
        return problem->vectorises && !problem->emulated && spheres >= 1024 && problem->width >= 16 ? "group"
                                                                                                    : "naive";
    if (of(problem, WIDTH) > 0 && spheres >= 64)
        return "cull"; /* neighbouring pixels need the same spheres */
    if (sorting_pays(problem)) return "sorted";
    return are_few_spheres(problem) ? "naive" : "tile";
}

/* From 96 points per compute unit on each point gets a work-item. With fewer points each gets a sub-group if
   there are spheres for its lanes; with very few, a work-group (bench/results/nvidia-h200/spheres.json). */
static const char *choose(xl__problem *problem) {
    const uint64_t points = of(problem, POINTS), spheres = of(problem, SPHERES);
    const uint64_t units = problem->compute_units, lanes = (uint64_t)problem->width;
    if (problem->cpu) return choose_on_cpu(problem);
    if (of(problem, WIDTH) > 0 && spheres >= 2 * lanes) return "cull";
    if (points >= 96 * units) return sorting_pays(problem) ? "sorted" : "tile";
    if (spheres < lanes) return "naive";
    const bool very_few =
        (points < 2 * units && spheres >= 8 * lanes) || (points < 12 * units && spheres >= 32 * lanes);
    return very_few ? "group" : "deferred";
}

/* Cost: differences 3, square 5, (root 1,) ratio 1, 1 - t 1; a product and a multiply-add per channel.
   Expanded: four multiply-adds and two operations. Cull tests each sphere for each work-group; the number
   visited depends on the data. LANES: lanes per point. TURNS: points that they process serially. */
#define LANES                                                                                                \
    "(strategy == naive || strategy >= tile && strategy <= sorted ? 1 : strategy == group ? group : lanes)"
#define TURNS "(strategy == shared ? per_sub_group : strategy == tile || strategy == expanded ? per_item : 1)"

extern const xl__strategy xl__planted_spheres[];

const xl__algorithm xl__algorithm_spheres = {
    .name = "spheres",
    .help = "colours points by the spheres around them, in order",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .planted = xl__planted_spheres,
    .shape = {"points", "spheres"},
    .product = {"points", "width", "height"},
    .main_job = true,
    .choose = choose,
    .cost = {.bytes = "4 * ((width > 0 ? 0 : 3 * points) + spheres * (4 + channels) + points * channels)",
             .operations = "strategy == cull || strategy == sorted ? blocks(points, group) * spheres * 20 : "
                           "points * spheres * (strategy == expanded ? 10 + 2 * channels : 3 * channels + "
                           "(model == linear ? 11 : 10))",
             .work_items = "blocks(points, " TURNS ") * " LANES,
             .steps = "blocks(spheres, " LANES ") * " TURNS},
};
