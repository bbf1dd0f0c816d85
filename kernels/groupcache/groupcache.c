/* groupcache.c - the table of groupcache: points and the nearest entry of a table, kept in local memory
 * (README.md). */
#include "algorithm.h"

enum { N, ENTRIES };
static const xl__param params[] = {
    [N] = {.name = "n",
           .role = XL__RUNTIME,
           .initial = 16384,
           .most = 1073741824,
           .unit = "points",
           .help = "how many",
           .size = true},
    [ENTRIES] = {.name = "entries",
                 .role = XL__RUNTIME,
                 .initial = 1024,
                 .most = 268435456,
                 .unit = "entries",
                 .help = "of the table",
                 .size = true},
    {.name = "chunk",
     .role = XL__TUNING,
     .initial = 512,
     .least = 1,
     .most = 2048, /* with all that a device says it has, 48 KiB, a launch failed */
     .unit = "entries",
     .help = "in local memory at once, 12 bytes each"},
    {.name = "inputs",
     .role = XL__TUNING,
     .initial = 4,
     .least = 1,
     .most = 8,
     .unit = "points",
     .help = "of a sub-group"},
    XL__GROUP_PARAM,
};

static const xl__array_desc arrays[] = {
    {.name = "queries", .types = {XL_F32}, .shape = {"n", "3"}, .help = "points: x, y, z"},
    {.name = "table", .types = {XL_F32}, .shape = {"entries", "3"}, .help = "points: x, y, z"},
    {.name = "nearest",
     .types = {XL_F32},
     .direction = XL__OUT,
     .shape = {"n"},
     .help = "squared distance to the nearest entry; infinity if there is none"},
};

#define LAUNCH(kernel_name, how_many, more)                                                                  \
    .passes = (const xl__pass[]) {                                                                           \
        {.kernel = (kernel_name),                                                                            \
         .args = "queries, table, nearest, uint n, uint entries" more,                                       \
         .groups = (how_many)},                                                                              \
            {0},                                                                                             \
    }
#define CACHE ", local float 3 * chunk"
#define ON_LANES .flow = XL__GROUP_UNIFORM, .ops = "reduce_min:f32 shuffle_xor:f32"
#define CACHED                                                                                               \
    .source = "groupcache/groupcache.cl", ON_LANES,                                                          \
    LAUNCH("groupcache_cached", "blocks(n, sub_groups * inputs)", CACHE)
#define WRONG(kernel_name, how_many)                                                                         \
    .source = "groupcache/wrong.cl", .flags = XL__WRONG, ON_LANES, LAUNCH(kernel_name, how_many, CACHE)
#define A_POINT_EACH "blocks(n, sub_groups)"

static const xl__strategy strategies[] = {
    {.name = "serial",
     .help = "a work-item has a point",
     .source = "groupcache/groupcache.cl",
     .tuning = "group",
     LAUNCH("groupcache_serial", "blocks(n, group)", "")},
    {.name = "staged",
     .help = "a work-item has a point; the table comes through local memory",
     .source = "groupcache/groupcache.cl",
     .tuning = "chunk group",
     LAUNCH("groupcache_staged", "blocks(n, group)", CACHE)},
    {.name = "sub_group",
     .help = "a sub-group has a point; nothing is kept in local memory",
     .source = "groupcache/groupcache.cl",
     .tuning = "group",
     ON_LANES,
     LAUNCH("groupcache_sub_group", A_POINT_EACH, "")},
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
    {.name = "published",
     .help = "four points for each work-group, however many sub-groups it has",
     .tuning = "chunk",
     .group = "2 * lanes",
     .needs = "sub_groups < 4",
     .why = "shows in work-groups of fewer than four sub-groups",
     WRONG("groupcache_published", "blocks(n, 4)")},
    {.name = "short_fill",
     .help = "each work-item copies one entry: a table longer than the work-group is cut",
     .tuning = "chunk",
     .group = "lanes",
     .needs = "chunk > group",
     .why = "shows where the cache holds more entries than the work-group has work-items",
     WRONG("groupcache_short_fill", A_POINT_EACH)},
    {.name = "last_chunk",
     .help = "only the last part of the table counts",
     .tuning = "chunk group",
     .needs = "chunk <= 100",
     .why = "shows where the table comes in several parts, with chunk at most 100",
     WRONG("groupcache_last_chunk", A_POINT_EACH)},
    {.name = "one_lane",
     .help = "the lanes do not meet",
     .tuning = "chunk group",
     .needs = "lanes > 1",
     .why = "a sub-group of one lane cannot show this bug",
     WRONG("groupcache_one_lane", A_POINT_EACH)},
    {.name = "padded",
     .help = "lanes without an entry take the origin for one",
     .tuning = "chunk group",
     .needs = "lanes > 1",
     .why = "a sub-group of one lane cannot show this bug",
     WRONG("groupcache_padded", A_POINT_EACH)},
};

/* A CPU's local memory is memory like any other (README.md). */
static const char *choose(xl__problem *problem) {
    return problem->cpu || problem->value[ENTRIES] < 256.0 ? "serial" : "cached";
}

const xl__algorithm xl__algorithm_groupcache = {
    .name = "groupcache",
    .help = "squared distance to the nearest entry of a table that sub-groups share in local memory",
    XL__LISTS(params, arrays, strategies),
    .shape = {"n", "entries"},
    .choose = choose,
};
