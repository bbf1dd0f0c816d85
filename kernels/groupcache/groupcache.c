/* groupcache.c - the table of groupcache: points and the nearest entry of a table, kept in local memory
 * (README.md). */
#include "algorithm.h"

static const xl__param params[] = {
    XL__SIZE_PARAM("n", 16384, 1073741824, "points", "how many"),
    XL__SIZE_PARAM("entries", 1024, 268435456, "entries", "of the table"),
    /* With all that a device says it has, 48 KiB, a launch failed. */
    XL__TUNING_PARAM("chunk", 512, 1, 2048, "entries", "in local memory at once, 12 bytes each"),
    XL__TUNING_PARAM("inputs", 4, 1, 8, "points", "of a sub-group"),
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
#define CACHED                                                                                               \
    .source = "groupcache/groupcache.cl", ON_LANES,                                                          \
    XL__LAUNCH("groupcache_cached", ARGS CACHE, "blocks(n, sub_groups * inputs)")
#define WRONG(word, bug, how_many)                                                                           \
    .name = (word), .help = (bug), .source = "groupcache/wrong.cl", .flags = XL__WRONG, ON_LANES,            \
    XL__LAUNCH("groupcache_" word, ARGS CACHE, how_many)
#define A_POINT_EACH "blocks(n, sub_groups)"

static const xl__strategy strategies[] = {
    {.name = "serial",
     .help = "a work-item has a point",
     .source = "groupcache/groupcache.cl",
     .tuning = "group",
     XL__LAUNCH("groupcache_serial", ARGS, "blocks(n, group)")},
    {.name = "staged",
     .help = "a work-item has a point; the table comes through local memory",
     .source = "groupcache/groupcache.cl",
     .tuning = "chunk group",
     XL__LAUNCH("groupcache_staged", ARGS CACHE, "blocks(n, group)")},
    {.name = "sub_group",
     .help = "a sub-group has a point; nothing is kept in local memory",
     .source = "groupcache/groupcache.cl",
     .tuning = "group",
     ON_LANES,
     XL__LAUNCH("groupcache_sub_group", ARGS, A_POINT_EACH)},
    {.name = "alone",
     .help = "cached with a single sub-group in a work-group",
     .tuning = "chunk inputs",
     .group = "lanes",
     CACHED},
    {.name = "cached",
     .help = "the sub-groups of a work-group share the table in local memory",
     .tuning = "chunk inputs group",
     .group = "256",
     CACHED},
    {WRONG("published", "four points for each work-group, however many sub-groups it has", "blocks(n, 4)"),
     .tuning = "chunk", .group = "2 * lanes", .needs = "sub_groups < 4",
     .why = "shows in work-groups of fewer than four sub-groups"},
    {WRONG("short_fill", "each work-item copies one entry: a table longer than the work-group is cut",
           A_POINT_EACH),
     .tuning = "chunk", .group = "lanes", .needs = "chunk > group",
     .why = "shows where the cache holds more entries than the work-group has work-items"},
    {WRONG("last_chunk", "only the last part of the table counts", A_POINT_EACH), .tuning = "chunk group",
     .needs = "chunk <= 100", .why = "shows where the table comes in several parts, with chunk at most 100"},
    {WRONG("one_lane", "the lanes do not meet", A_POINT_EACH), .tuning = "chunk group", XL__SEVERAL_LANES},
    {WRONG("padded", "lanes without an entry take the origin for one", A_POINT_EACH), .tuning = "chunk group",
     XL__SEVERAL_LANES},
};

const xl__algorithm xl__algorithm_groupcache = {
    .name = "groupcache",
    .help = "squared distance to the nearest entry of a table that sub-groups share in local memory",
    XL__LISTS(params, arrays, strategies),
    .shape = {"n", "entries"},
    .automatic = "cpu || entries < 256 ? serial : cached", /* a CPU's local memory is memory like any other */
    .cost = {.bytes = "16 * n + 12 * entries",
             .operations = "8 * n * entries",
             .work_items = "round_up(blocks(n, strategy >= alone ? inputs : 1) * "
                           "(strategy >= sub_group ? lanes : 1), group)",
             .steps =
                 "(strategy >= alone ? inputs : 1) * blocks(entries, strategy >= sub_group ? lanes : 1)"},
};
