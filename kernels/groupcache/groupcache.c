/* groupcache.c - the table of groupcache: points and the nearest entry of a table in local memory
 * (README.md). */
#include "table/algorithm.h"
#include <math.h>

/* A point needs about 20 bytes of a lane's registers, and points get at most a third of the registers. A
   lane with 128 bytes has two points; with four, registers spilled. */
static double settle_inputs(const xl__problem *problem, double asked) {
    return asked > 0.0 ? asked : fmin(4.0, fmax(1.0, floor(problem->register_bytes / 64.0)));
}

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16384, 1073741824, "points", "number of points"),
    XL__SIZE_PARAM("entries", 1024, 268435456, "entries", "entries of the table"),
    /* A launch with all the local memory that a device reports, 48 KiB, failed. */
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
#define RIGHT(word, what) XL__KERNEL(word, what, "groupcache/groupcache.cl")
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "reduce_min:f32 shuffle_xor:f32"
#define TILED(kernel_name)                                                                                   \
    .tuning = "chunk inputs group", .rows = "group * inputs",                                                \
    XL__LAUNCH(kernel_name, ARGS ", local float4 chunk", "blocks(n, group * inputs)")
#define CACHED ON_LANES, XL__LAUNCH("groupcache_cached", ARGS CACHE, "blocks(n, sub_groups * inputs)")
/* Planted: cached with an edit; a sub-group has one point. */
#define CHANGED(word, bug, how_many, ...)                                                                    \
    XL__EDITED(word, bug, "groupcache/groupcache.cl", __VA_ARGS__),                                          \
        .edited_in = "groupcache_cached", ON_LANES, XL__LAUNCH("groupcache_cached", ARGS CACHE, how_many)
#define A_POINT_EACH "blocks(n, sub_groups)"

static const xl__strategy strategies[] = {
    {RIGHT("serial", "one work-item per point"), .tuning = "group",
     XL__LAUNCH("groupcache_serial", ARGS, "blocks(n, group)")},
    {RIGHT("staged", "one work-item per point; stages the table in local memory"), .tuning = "chunk group",
     XL__LAUNCH("groupcache_staged", ARGS CACHE, "blocks(n, group)")},
    {XL__KERNEL("broadcast", "several points per work-item; each lane loads an entry and broadcasts it",
                "groupcache/broadcast.cl"),
     .tuning = "inputs group", .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32",
     XL__LAUNCH("groupcache_broadcast", ARGS, "blocks(n, group * inputs)")},
    {XL__KERNEL("tiled", "several points per work-item, which share each local read of the table",
                "groupcache/tiled.cl"),
     TILED("groupcache_tiled")},
    {RIGHT("sub_group", "one sub-group per point; no local memory"), .tuning = "group", ON_LANES,
     XL__LAUNCH("groupcache_sub_group", ARGS, A_POINT_EACH)},
    {RIGHT("alone", "as cached, with one sub-group per work-group"), .tuning = "chunk inputs",
     .group = "lanes", CACHED},
    {RIGHT("cached", "the sub-groups of a work-group share the table in local memory"),
     .tuning = "chunk inputs group", .group = "256", CACHED},
    {CHANGED("published", "four points per work-group, for any number of sub-groups", "blocks(n, 4)",
             {"(get_group_id(0) * sg_count(sg) + sg_id(sg))", "(get_group_id(0) * 4 + sg_id(sg))"}),
     .tuning = "chunk", .group = "2 * lanes", .needs = "sub_groups < 4",
     .why = "shows in work-groups of fewer than four sub-groups"},
    {CHANGED("short_fill", "each work-item copies one entry: a table longer than the work-group is cut",
             A_POINT_EACH,
             {"fill_cache(cache, table, start, count, (uint)get_local_id(0), SG_GROUP_SIZE);",
              "if (get_local_id(0) < count) "
              "vstore3(vload3(start + get_local_id(0), table), get_local_id(0), cache);"},
             {"e < count;", "e < min(count, (uint)SG_GROUP_SIZE);"}),
     .tuning = "chunk", .group = "lanes", .needs = "chunk > group",
     .why = "shows if the cache holds more entries than the work-group has work-items"},
    {CHANGED("last_chunk", "only the last part of the table counts", A_POINT_EACH,
             {"nearer(best[k], q[k], s)", "nearer(e < SG_WIDTH ? INFINITY : best[k], q[k], s)"}),
     .tuning = "chunk group", .needs = "chunk <= 100",
     .why = "shows if the table comes in several parts, with chunk at most 100"},
    {CHANGED("one_lane", "the lanes' minima are not combined", A_POINT_EACH,
             {"sg_reduce_min(sg, best[k])", "best[k]"}),
     .tuning = "chunk group", XL__SEVERAL_LANES},
    {CHANGED("padded", "lanes without an entry use the origin", A_POINT_EACH,
             {"start += CHUNK;", "if (count % SG_WIDTH != 0 && sg_lane(sg) >= count % SG_WIDTH) "
                                 "best[0] = nearer(best[0], q[0], (float3)(0.0f)); start += CHUNK;"}),
     .tuning = "chunk group", XL__SEVERAL_LANES},
    /* Uses the device's broadcast: shuffles from one of four lanes in a loop trigger defect D20
       (docs/defects.md). */
    {XL__EDITED("one_short", "the last entry of each part is not broadcast", "groupcache/broadcast.cl",
                {"lane < count;", "lane + 1 < count;"}),
     .tuning = "group", .flow = XL__GROUP_UNIFORM, .ops = "broadcast:u32",
     XL__LAUNCH("groupcache_broadcast", ARGS, "blocks(n, group)")},
    {XL__EDITED("side_by_side", "a work-item reads neighbouring points, but writes them a work-group apart",
                "groupcache/tiled.cl",
                {"read_points(queries, first, items, n,",
                 "read_points(queries, get_group_id(0) * items * INPUTS + get_local_id(0) * INPUTS, 1, n,"}),
     .needs = "inputs > 1 && group > 1", .why = "shows if work-items have several points",
     TILED("groupcache_tiled")},
};

#define POINTS_EACH "(strategy >= alone || strategy == broadcast || strategy == tiled ? inputs : 1)"

const xl__algorithm xl__algorithm_groupcache = {
    .name = "groupcache",
    .help = "nearest table entry; sub-groups share local memory",
    XL__LISTS(params, arrays, strategies),
    .shape = {"n", "entries"},
    /* On a CPU, points share the read of an entry. On two cores, tiled takes 0.58 to 0.86 of the time of
       serial from 960 points on, but 1.0 to 1.3 at 500. If the compiler vectorises work-items, it takes 0.75
       to 0.85 from 2000 points on. On one GPU of 132 units, 262144 points and 4096 entries take 353 us with
       tiled, 417 us with cached; 34980 points and 740 entries take 16 us with cached, 37 us with tiled. */
    .automatic = "cpu ? (n < (vectorises ? 800 : 350) * units ? serial : tiled) : "
                 "entries < 2 * lanes ? serial : n <= 1900 * units ? cached : tiled",
    /* Differences 3, squares 3, the minimum 1: 7 instructions with multiply-adds. */
    .cost = {.bytes = "16 * n + 12 * entries",
             .operations = "14 * n * entries",
             .work_items = "round_up(blocks(n, " POINTS_EACH ") * "
                           "(strategy >= sub_group ? lanes : 1), group)",
             .steps = POINTS_EACH " * blocks(entries, strategy "
                                  ">= sub_group ? lanes : 1)"},
};
