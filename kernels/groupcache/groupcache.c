/* The table of groupcache (README.md). */
#include "table/algorithm.h"
#include <math.h>

/* A point needs about 20 bytes of a lane's registers; at most a third are used. A lane with 128 bytes has two
   points; with four, registers spilled. */
static double settle_inputs(const xl__problem *problem, double asked) {
    return asked > 0.0 ? asked : fmin(4.0, fmax(1.0, floor(problem->register_bytes / 64.0)));
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16384, 1073741824, "points", "number of points"),
    XL__SIZE_PARAM("entries", 1024, 268435456, "entries", "entries of the table"),
    /* A launch with all the reported local memory, 48 KiB, failed. */
    XL__TUNING_PARAM("chunk", 512, 1, 2048, "entries", "entries in local memory at a time, 12 bytes each"),
    {XL__NUMBER(
         XL__TUNING, "inputs", 0, 0, 8, "points",
         "points per sub-group (broadcast and tiled: per work-item); 0 = 4, or fewer if registers are few"),
     .settle = settle_inputs},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {XL__INPUT("queries", XL_F32), .shape = {"n", "3"}, .help = "points: x, y, z"},
    {XL__INPUT("table", XL_F32), .shape = {"entries", "3"}, .help = "points: x, y, z"},
    {XL__OUTPUT("nearest", XL_F32), .shape = {"n"},
     .help = "squared distance to the nearest entry; infinity if there is none"},
};

#define ARGS "queries, table, nearest, uint n, uint entries"
#define CACHE ", local float 3 * chunk"
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "reduce_min:f32 shuffle_xor:f32"
#define CACHED ON_LANES, XL__LAUNCH("groupcache_cached", ARGS CACHE, "blocks(n, sub_groups * inputs)")

static const xl__strategy strategies[] = {
    {XL__KERNEL("serial", "one work-item per point", "groupcache/groupcache.cl"), .tuning = "group",
     XL__LAUNCH("groupcache_serial", ARGS, "blocks(n, group)")},
    {XL__KERNEL("staged", "one work-item per point; stages the table in local memory",
                "groupcache/groupcache.cl"),
     .tuning = "chunk group", XL__LAUNCH("groupcache_staged", ARGS CACHE, "blocks(n, group)")},
    {XL__KERNEL("broadcast", "several points per work-item; each lane loads an entry and broadcasts it",
                "groupcache/broadcast.cl"),
     .tuning = "inputs group", .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32",
     XL__LAUNCH("groupcache_broadcast", ARGS, "blocks(n, group * inputs)")},
    {XL__KERNEL("tiled", "several points per work-item, which share each local read of the table",
                "groupcache/tiled.cl"),
     .tuning = "chunk inputs group", .rows = "group * inputs",
     XL__LAUNCH("groupcache_tiled", ARGS ", local float4 chunk", "blocks(n, group * inputs)")},
    {XL__KERNEL("sub_group", "one sub-group per point; no local memory", "groupcache/groupcache.cl"),
     .tuning = "group", ON_LANES, XL__LAUNCH("groupcache_sub_group", ARGS, "blocks(n, sub_groups)")},
    {XL__KERNEL("alone", "as cached, with one sub-group per work-group", "groupcache/groupcache.cl"),
     .tuning = "chunk inputs", .group = "lanes", CACHED},
    {XL__KERNEL("cached", "the sub-groups of a work-group share the table in local memory",
                "groupcache/groupcache.cl"),
     .tuning = "chunk inputs group", .group = "256", CACHED},
};

#define POINTS_EACH "(strategy >= alone || strategy == broadcast || strategy == tiled ? inputs : 1)"

extern const xl__strategy xl__planted_groupcache[];

const xl__algorithm xl__algorithm_groupcache = {
    .name = "groupcache",
    .help = "nearest table entry; sub-groups share local memory",
    XL__LISTS(params, arrays, strategies),
    .planted = xl__planted_groupcache,
    .shape = {"n", "entries"},
    /* On a CPU, points share the read of an entry. On two cores, tiled takes 0.58 to 0.86 of the time of
       serial from 960 points on. At 500 it takes 1.0 to 1.3. If the compiler vectorises work-items, it takes
       0.75 to 0.85 from 2000 points on. On one GPU of 132 units, 262144 points and 4096 entries take 353 us
       with tiled, 417 us with cached. There 34980 points and 740 entries take 16 us with cached, 37 us with
       tiled. */
    .automatic = "cpu ? (n < (vectorises ? 800 : 350) * units ? serial : tiled) : "
                 "entries < 2 * lanes ? serial : n <= 1900 * units ? cached : tiled",
    /* 7 instructions with multiply-adds: differences 3, squares 3, the minimum 1. */
    .cost = {.bytes = "16 * n + 12 * entries",
             .operations = "14 * n * entries",
             .work_items = "round_up(blocks(n, " POINTS_EACH ") * "
                           "(strategy >= sub_group ? lanes : 1), group)",
             .steps = POINTS_EACH " * blocks(entries, strategy "
                                  ">= sub_group ? lanes : 1)"},
};
