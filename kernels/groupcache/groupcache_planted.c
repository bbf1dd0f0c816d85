/* Mistakes planted in groupcache, which verify must find. */
#include "table/algorithm.h"

/* `cached` with one point per sub-group. */
#define ARGS "queries, table, nearest, uint n, uint entries, local float 3 * chunk"
#define A_POINT_EACH XL__LAUNCH("groupcache_cached", ARGS, "blocks(n, sub_groups)")

const xl__strategy xl__planted_groupcache[] = {
    {XL__CHANGED("published", "alone", "four points per work-group, for any number of sub-groups",
                 {"(get_group_id(0) * sg_count(sg) + sg_id(sg))", "(get_group_id(0) * 4 + sg_id(sg))"}),
     .edited_in = "groupcache_cached", .tuning = "chunk", .group = "2 * lanes",
     XL__LAUNCH("groupcache_cached", ARGS, "blocks(n, 4)"), .needs = "sub_groups < 4",
     .why = "shows in work-groups of fewer than four sub-groups"},
    {XL__CHANGED("short_fill", "alone",
                 "each work-item copies one entry: a table longer than the work-group is cut",
                 {"fill_cache(cache, table, start, count, (uint)get_local_id(0), SG_GROUP_SIZE);",
                  "if (get_local_id(0) < count) vstore3(vload3(start + get_local_id(0), table), "
                  "get_local_id(0), cache);"},
                 {"e < count;", "e < min(count, (uint)SG_GROUP_SIZE);"}),
     .edited_in = "groupcache_cached", .tuning = "chunk", A_POINT_EACH, .needs = "chunk > group",
     .why = "shows if the cache holds more entries than the work-group has work-items"},
    {XL__CHANGED("last_chunk", "sub_group", "only the last part of the table counts",
                 {"nearer(best[k], q[k], s)", "nearer(e < SG_WIDTH ? INFINITY : best[k], q[k], s)"}),
     .edited_in = "groupcache_cached", .tuning = "chunk group", A_POINT_EACH, .needs = "chunk <= 100",
     .why = "shows if the table comes in several parts, with chunk at most 100"},
    {XL__CHANGED("one_lane", "sub_group", "the lanes' minima are not combined",
                 {"sg_reduce_min(sg, best[k])", "best[k]"}),
     .edited_in = "groupcache_cached", .tuning = "chunk group", A_POINT_EACH, XL__SEVERAL_LANES},
    {XL__CHANGED("padded", "sub_group", "lanes without an entry use the origin",
                 {"start += CHUNK;", "if (count % SG_WIDTH != 0 && sg_lane(sg) >= count % SG_WIDTH) best[0] "
                                     "= nearer(best[0], q[0], (float3)(0.0f)); start += CHUNK;"}),
     .edited_in = "groupcache_cached", .tuning = "chunk group", A_POINT_EACH, XL__SEVERAL_LANES},
    /* Uses the device's broadcast because of defect D20. */
    {XL__CHANGED("one_short", "broadcast", "the last entry of each part is not broadcast",
                 {"lane < count;", "lane + 1 < count;"}),
     .tuning = "group",
     XL__PASSES({XL__PASS("groupcache_broadcast", "queries, table, nearest, uint n, uint entries",
                          "blocks(n, group)")})},
    {XL__CHANGED("side_by_side", "tiled",
                 "a work-item reads neighbouring points, but writes them a work-group apart",
                 {"read_points(queries, first, items, n,",
                  "read_points(queries, get_group_id(0) * items * INPUTS + get_local_id(0) * INPUTS, 1, n,"}),
     .needs = "inputs > 1 && group > 1", .why = "shows if work-items have several points"},
    {0},
};
