/* spheres.c - the table of spheres: points take on the colours of spheres, one after another (README.md). */
#include "spheres_host.h"

enum { WIDTH = 4, HEIGHT }; /* places of parameters */

/* Indices are 32-bit in the kernels, and the last block may reach one sub-group's worth of items past the
 * end. */
#define MOST_ELEMENTS 2147418112.0

static const xl__array_desc arrays[] = {
    {XL__INPUT("points", XL_F32), .direction = XL__IN_OPTIONAL, .shape = {"points", "3"},
     .help = "x, y, z; without them the pixels of a width x height image"},
    {XL__INPUT("spheres", XL_F32), .shape = {"spheres", "4"}, .help = "centre x, y, z and radius"},
    {XL__INPUT("colors", XL_F32), .shape = {"spheres", "channels"}, .help = "of the spheres"},
    {XL__OUTPUT("result", XL_F32), .shape = {"points", "channels"}, .picture = XL__COLOR,
     .help = "colours of the points"},
};

/* A pass over the spheres costs a launch. A reciprocal per load costs most where loads are many. */
#define WEIGHTS "weights != auto ? weights : points * spheres > (cpu ? 65536 : 67108864) ? pass : lane"
/* As many as leave every lane a full share: loads and scans of 4 spheres are then under way at once. */
#define ITEMS "items > 0 ? items : spheres >= 4 * lanes ? 4 : spheres >= 2 * lanes ? 2 : 1"
/* Where a collective costs barriers or a loop over the lanes, runs take the fewest; elsewhere reads that lie
   side by side are worth more. */
#define LAYOUT "layout != auto ? layout : emulated || cpu ? runs : blocks"

/* A loaded sphere serves all points of a work-item, as long as there are work-items enough. */
#define PER_ITEM                                                                                             \
    "per_item > 0 ? per_item : points >= 1024 * units ? 4 : "                                                \
    "points >= (cpu ? (vectorises ? 512 : 256) : 384) * units ? 2 : 1"

static const xl__param params[] = {
    XL__SIZE_PARAM("points", 1024, MOST_ELEMENTS, "points", "points to colour, or width and height"),
    XL__SIZE_PARAM("spheres", 1024, MOST_ELEMENTS, "spheres", "spheres, later ones cover earlier ones"),
    {XL__NUMBER(XL__PROBLEM, "channels", 3, 1, 4, "floats", "components of a colour"), .size = true},
    {XL__WORDS(XL__PROBLEM, "model", 1, "linear|quadratic",
               "influence: 1 - d / r or 1 - d^2 / r^2, not below 0"),
     .initial = 1},
    XL__RUNTIME_PARAM("width", 0, 0, 65536, "pixels", "of the image whose pixels are the points, 0 = none"),
    XL__RUNTIME_PARAM("height", 0, 0, 65536, "pixels", "of that image"),
    {XL__WORDS(XL__TUNING, "weights", 2, "auto|lane|pass",
               "1 / r or 1 / r^2: as a lane loads a sphere, or by a pass before"),
     .becomes = WEIGHTS},
    {XL__NUMBER(XL__TUNING, "items", 0, 0, 16, "spheres", "spheres that a lane takes at once, 0 = chosen"),
     .becomes = ITEMS},
    {XL__WORDS(XL__TUNING, "layout", 2, "auto|blocks|runs",
               "these spheres: a width apart, so that lanes read side by side, or consecutive"),
     .becomes = LAYOUT},
    XL__TUNING_PARAM("per_sub_group", 4, 1, 16, "points", "points per sub-group"),
    {XL__NUMBER(XL__TUNING, "per_item", 0, 0, 8, "points", "points per work-item, 0 = chosen"),
     .becomes = PER_ITEM},
    XL__GROUP_PARAM,
};

double xl__spheres_step(const xl__problem *problem) {
    const double columns = problem->value[WIDTH], rows = problem->value[HEIGHT];
    const double longer = rows > columns ? rows : columns;
    return longer > 0.0 ? (double)(1.0f / (float)longer) : 1.0;
}

/* Columns of the block of pixels that a sub-group of cull takes: as cull.cl has it, the least power of 2
   whose square is no less than the lanes. */
#define BLOCK "lanes > 64 ? 16 : lanes > 16 ? 8 : lanes > 4 ? 4 : lanes > 1 ? 2 : 1"
/* How many such blocks a work-group has side by side: about the root of all. */
#define SIDE                                                                                                 \
    "sub_groups >= 256 && sub_groups % 16 == 0 ? 16 : sub_groups >= 64 && sub_groups % 8 == 0 ? 8 : "        \
    "sub_groups >= 16 && sub_groups % 4 == 0 ? 4 : sub_groups >= 4 && sub_groups % 2 == 0 ? 2 : 1"

static const xl__size sizes[] = {
    {.name = "block", .is = BLOCK},
    {.name = "side", .is = SIDE},
    /* work-groups of cull: side by side in an image, and all of them */
    {.name = "across", .is = "width > 0 ? blocks(width, block * side) : 1"},
    {.name = "culling",
     .is =
         "width > 0 ? across * blocks(height, lanes / block * (sub_groups / side)) : blocks(points, group)"},
    {.name = "columns", .is = "width > 0 ? width : 1"}, /* of the image, if there is one */
    {.name = "step", .real = xl__spheres_step},         /* between neighbouring pixels */
    {0},
};

/* x, y, z of the spheres and 1 / r or 1 / r^2, where a pass before makes them. */
static const xl__area areas[] = {{.name = "weighed", .type = "float4", .count = "spheres"},
                                 /* of sort.cl */
                                 {.name = "cells", .type = "uint", .count = "4096"},
                                 {.name = "places", .type = "uint2", .count = "points"},
                                 {.name = "sorted", .type = "uint4", .count = "points"},
                                 {0}};

/* ---- strategies ------------------------------------------------------------------------------------ */

/* Without spheres all is black and nothing is run. */
#define COLOUR(kernel_name, spheres_from, points_made)                                                       \
    XL__PASS(kernel_name,                                                                                    \
             "points, " spheres_from                                                                         \
             ", colors, result, uint points, uint spheres, uint columns, float step",                        \
             "spheres > 0 ? blocks(points, " points_made ") : 0")
#define CLEAR .fill = "result", .when = "spheres == 0"
#define PREPARE                                                                                              \
    .kernel = "spheres/prepare.cl:spheres_prepare", .args = "spheres, weighed, uint spheres",                \
    .items = "spheres", .when = "weights == pass"
/* On a CPU each core should have a work-group also where points are few. */
#define TILE_GROUP "cpu && points < 384 * units ? 64 : 128"
#define TILE(more)                                                                                           \
    .flow = XL__NO_SUB_GROUPS, .tuning = "per_item group", .group = TILE_GROUP, .rows = "group * per_item",  \
    .defines = (more),                                                                                       \
    XL__PASSES({CLEAR}, {COLOUR("spheres_tile", "spheres", "group * per_item"), .when = "1"})
#define PREPARED "WEIGHTS_PREPARED=weights == pass"
#define CULL_ON                                                                                              \
    .tuning = "group", .flow = XL__GROUP_UNIFORM, .cpu_lanes = 16,                                           \
    .ops = "reduce_min:f32 reduce_max:f32 shuffle_xor:u32 ballot any"
#define CULL_LOCAL "(group + sub_groups) * 40"
#define CULL_WHY "it takes 40 bytes of local memory per work-item and per sub-group"
#define SORT(kernel_name, arguments)                                                                         \
    XL__PASS("spheres/sort.cl:" kernel_name, arguments, "spheres > 0 && points > 0 ? " A_FEW " : 0")
#define CULL(more_defines)                                                                                   \
    CULL_ON, .needs = CULL_LOCAL " <= local_bytes", .why = CULL_WHY,                                         \
             .defines = more_defines "CULL_SIDE=side",                                                       \
             XL__PASSES({CLEAR}, {XL__PASS("spheres_cull",                                                   \
                                           "points, spheres, colors, result, uint points, uint spheres, "    \
                                           "uint columns, float step, uint width, uint across",              \
                                           "spheres > 0 && points > 0 ? culling : 0")})
/* Work-groups that fill the device, or fewer: each work-item of these takes points a stride apart. */
#define A_FEW "min(blocks(points, 4 * group), 8 * units)"
#define SORTED                                                                                               \
    CULL_ON,                                                                                                 \
        .needs = "max(" CULL_LOCAL ", 17408 + group * 4) <= local_bytes",                                    \
        .why = CULL_WHY ", and 17 KiB for the cells",                                                        \
        XL__PASSES(                                                                                          \
            {CLEAR}, {.fill = "cells", .when = "spheres > 0"},                                               \
            {SORT("spheres_count",                                                                           \
                  "points, spheres, cells, places, uint points, uint spheres, uint columns, float step")},   \
            {SORT("spheres_place", "points, cells, places, sorted, uint points, uint columns, float step")}, \
            {XL__PASS("spheres_sorted", "sorted, spheres, colors, result, uint points, uint spheres",        \
                      "spheres > 0 ? blocks(points, group) : 0")})
#define POINTS_BY(kernel_name, points_made, more_defines)                                                    \
    .rows = (points_made), .defines = PREPARED more_defines,                                                 \
    XL__PASSES({CLEAR}, {PREPARE}, {COLOUR(kernel_name, "weighed", points_made), .when = "weights == pass"}, \
               {COLOUR(kernel_name, "spheres", points_made), .when = "weights != pass"})
#define LANE_OPS                                                                                             \
    "shuffle:u32 shuffle_up:u32 shuffle_xor:u32 broadcast:u32 scan_exclusive_mul:f32 reduce_add:f32"
#define ON_LANES(kernel_name, points_made)                                                                   \
    .flow = XL__GROUP_UNIFORM, .ops = LANE_OPS, POINTS_BY(kernel_name, points_made, "")
/* Kernels that have tuning values of their own stand in files of their own, so that no other is compiled
   again for these. */
#define WRONG(word, bug) XL__PLANTED(word, bug, "spheres/wrong.cl")

static const xl__strategy strategies[] = {
    {XL__KERNEL("naive", "one work-item per point: one loop over the spheres", "spheres/spheres.cl"),
     .tuning = "weights group", .group = "cpu && points < 384 * units ? 64 : 0",
     POINTS_BY("spheres_naive", "group", "")},
    {XL__KERNEL("continued", "one sub-group per point, one sphere per lane; a sum per block",
                "spheres/spheres.cl"),
     .tuning = "weights group", ON_LANES("spheres_continued", "sub_groups")},
    {XL__KERNEL("deferred", "one sub-group per point, a run of spheres per lane; one sum at the end",
                "spheres/deferred.cl"),
     .tuning = "weights items layout group", ON_LANES("spheres_deferred", "sub_groups")},
    {XL__KERNEL("shared", "one sub-group for several points, which share its loads of spheres",
                "spheres/shared.cl"),
     .tuning = "weights per_sub_group group", ON_LANES("spheres_shared", "sub_groups * per_sub_group")},
    /* As many sub-groups as leave each two blocks of spheres, up to 1024 work-items and 32 sub-groups, whose
       maps one work-item applies; local memory holds 32 bytes for each. More than 256 work-items only where
       there are fewer points than keep the device busy with that. */
    {XL__KERNEL("group", "one work-group per point, a part of the spheres per sub-group", "spheres/group.cl"),
     .tuning = "weights items layout group",
     .group = "min(lanes * min(max(1, min(blocks(spheres, 2 * lanes * items), 32)), max(1, 1024 / lanes)), "
              "max(256, power_of_2(2048 * units / max(1, points))))",
     .needs = "sub_groups * 32 <= local_bytes",
     .why = "the sub-groups' maps take more local memory than there is", ON_LANES("spheres_group", "1")},
    {XL__KERNEL("tile", "several points per work-item; the work-group stages spheres in local memory",
                "spheres/tile.cl"),
     TILE("")},
    {XL__KERNEL("expanded",
                "tile, with the distance multiplied out: fewer operations, and digits lost far from 0",
                "spheres/tile.cl"),
     .flags = XL__BY_NAME, /* how far off it is the data decides */
     .needs = "model == quadratic && group * 36 <= local_bytes",
     .why = "only the quadratic model can be multiplied out, and a work-item takes 36 bytes of local memory",
     TILE("EXPANDED=1")},
    {XL__KERNEL("cull", "one sub-group for points close together; visits the spheres that can reach them",
                "spheres/cull.cl"),
     CULL("")},
    {XL__KERNEL("sorted", "cull, with the points put in order first: for points that lie anywhere",
                "spheres/sorted.cl"),
     SORTED},
    {WRONG("tail",
           "lanes past the first sphere are counted: wrong where spheres is no multiple of the width"),
     .tuning = "weights group", XL__SEVERAL_LANES, ON_LANES("spheres_tail", "sub_groups")},
    {WRONG("order", "blocks from the first sphere: earlier spheres cover later ones"),
     .tuning = "weights group", ON_LANES("spheres_order", "sub_groups")},
    {WRONG("unclamped", "influence below 0 outside of a sphere is counted"), .tuning = "weights group",
     ON_LANES("spheres_unclamped", "sub_groups")},
    {WRONG("zero_radius", "1 / r of a radius of 0: NaN at the centre"), .tuning = "group",
     ON_LANES("spheres_zero_radius", "sub_groups")},
    /* Its bug lies between sub-groups: four of them, whatever was asked for. */
    {WRONG("part_order", "the sub-groups' maps are applied from the last spheres to the first"),
     .tuning = "weights", .group = "4 * lanes", .needs = "sub_groups == 4",
     .why = "needs a work-group of 4 sub-groups to show this bug", ON_LANES("spheres_part_order", "1")},
    {WRONG("middle", "cull tests spheres against the middle of the points, not against the box around them"),
     .tuning = "weights group", .needs = "lanes > 1", .why = "a single point is the middle of its box",
     .flow = XL__GROUP_UNIFORM, .ops = "reduce_min:f32 reduce_max:f32 ballot",
     POINTS_BY("spheres_middle", "group", "")},
    {XL__PLANTED("appended", "a sub-group of cull puts its spheres before those of the sub-groups before it",
                 "spheres/cull.cl"),
     CULL("CULL_PLANT_APPENDED=1, ")},
    {XL__PLANTED("wrong_width", "deferred, right, but reporting twice the width that ran",
                 "spheres/deferred.cl"),
     .tuning = "weights items layout group", .flow = XL__GROUP_UNIFORM, .ops = LANE_OPS,
     POINTS_BY("spheres_deferred", "sub_groups", ", SG_PLANT_WRONG_WIDTH=1")},
};

/* auto: neighbouring pixels meet the same spheres, and other points do once they are sorted, which pays where
   there are many pairs. A hundred points per compute unit are enough for one work-item each, which share
   their spheres by the work-group; on a CPU a compute unit is one core, and local memory is a cache. What
   tile does once for a point costs as much as a few spheres; with three channels naive is slow, since
   compilers make no vectors over points of its vectors of three; with one, and a compiler that makes vectors
   over points, it is the fastest. With fewer points each gets a sub-group, with very few a work-group. A
   sub-group needs spheres for its lanes. Tile has a work-group of 64 at least: on a CPU naive is better for
   fewer points, or with 16 lanes and a thousand spheres a work-group per point. What these numbers rest on
   stands in docs/performance_tried.md. */
#define A_POINT "(cpu ? (emulated ? 100 : channels == 1 ? 192 : 128) : 256)"
#define A_CPU_LAUNCH                                                                                         \
    "(emulated ? 300000 : vectorises ? (channels == 1 ? 5000000 : 1750000) : "                               \
    "channels == 1 ? 860000 : 475000)"
#define A_LAUNCH "(cpu ? " A_CPU_LAUNCH " : 380000)"
#define MANY_PAIRS                                                                                           \
    "points >= (cpu ? (emulated ? 256 : 1024) : 96) * units && "                                             \
    "points * spheres >= " A_POINT " * points + " A_LAUNCH " * units"
#define FEW_SPHERES                                                                                          \
    "(vectorises && channels == 1 || spheres < (points < 64 * units ? 32 : channels == 3 ? 4 : "             \
    "channels == 1 ? 16 : 8))"
#define TILE_FROM "(vectorises == 0 ? 24 : lanes >= 16 ? 12 : 20) * units"
#define FEWER "(vectorises && emulated == 0 && spheres >= 1024 && lanes >= 16 ? group : naive)"
#define ON_CPU                                                                                               \
    "points < " TILE_FROM " ? " FEWER " : width > 0 && spheres >= 64 ? cull : " MANY_PAIRS                   \
    " ? sorted : " FEW_SPHERES " ? naive : tile"
#define FEW_POINTS                                                                                           \
    "(points < 2 * units && spheres >= 8 * lanes || points < 12 * units && spheres >= 32 * lanes)"
#define AUTO                                                                                                 \
    "cpu ? (" ON_CPU ") : width > 0 && spheres >= 2 * lanes ? cull : "                                       \
    "points >= 96 * units ? (" MANY_PAIRS " ? sorted : tile) : "                                             \
    "spheres < lanes ? naive : " FEW_POINTS " ? group : deferred"
/* The cost: differences 3, square 5, (root 1,) ratio 1, 1 - t 1; a product and a multiply-add for every
   channel. Expanded, four multiply-adds make an influence, and two operations what is kept. Cull tests each
   sphere for each work-group; what is visited the data decides. A point takes so many lanes, which take so
   many points one after the other. */
#define OPERATIONS                                                                                           \
    "strategy == cull || strategy == sorted ? blocks(points, group) * spheres * 20 : points * spheres * "    \
    "(strategy == expanded ? 10 + 2 * channels : 3 * channels + (model == linear ? 11 : 10))"
#define LANES                                                                                                \
    "(strategy == naive || strategy >= tile && strategy <= sorted ? 1 : strategy == group ? group : lanes)"
#define TURNS "(strategy == shared ? per_sub_group : strategy == tile || strategy == expanded ? per_item : 1)"

const xl__algorithm xl__algorithm_spheres = {
    .name = "spheres",
    .help = "points take on the colours of spheres, one after another, by their influence",
    XL__LISTS_AND_AREAS(params, arrays, sizes, areas, strategies),
    .shape = {"points", "spheres"},
    .product = {"points", "width", "height"},
    .main_job = true,
    .automatic = AUTO,
    .cost = {.bytes = "4 * ((width > 0 ? 0 : 3 * points) + spheres * (4 + channels) + points * channels)",
             .operations = OPERATIONS,
             .work_items = "blocks(points, " TURNS ") * " LANES,
             .steps = "blocks(spheres, " LANES ") * " TURNS},
};
