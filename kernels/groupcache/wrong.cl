/* groupcache: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of groupcache_cached, where a sub-group has one point, and of groupcache_tiled.
 */
#include "groupcache/tiled.h"

/* What a lane finds in `count` entries of the cache. */
static inline float search(__local const float *cache, uint lane, uint count, float3 q, float best) {
    for (uint e = lane; e < count; e += SG_WIDTH) best = nearer(best, q, vload3(e, cache));
    return best;
}

/* Goes over the table part by part: SEARCH looks at the `count` entries that FILL has put into the cache. */
#define EACH_PART(FILL, SEARCH)                                                                              \
    for (uint start = 0; start < entries; start += CHUNK) {                                                  \
        const uint rest = entries - start, count = rest < CHUNK ? rest : CHUNK;                              \
        sg_group_barrier_local(sg);                                                                          \
        FILL;                                                                                                \
        sg_group_barrier_local(sg);                                                                          \
        SEARCH;                                                                                              \
    }
/* Both as they should be. */
#define ALL_FILL fill_cache(cache, table, start, count, (uint)get_local_id(0), SG_GROUP_SIZE)
#define SEARCH_ALL best = search(cache, sg_lane(sg), count, q, best)

/* As published: work-groups of 128 work-items take four points each. That is right for sub-groups of 32. Of 64 there are
 * two, and two of four points are left out. */
SG_KERNEL void groupcache_published(__global const float *restrict queries, __global const float *restrict table,
                                    __global float *restrict nearest, uint n, uint entries, __local float *cache SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_group_id(0) * 4 + sg_id(sg);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    EACH_PART(ALL_FILL, SEARCH_ALL)
    best = sg_reduce_min(sg, best);
    if (i < n && sg_lane(sg) == 0) nearest[i] = best;
}

/* Each work-item copies one entry, as if a part of the table had no more entries than the work-group has work-items. */
SG_KERNEL void groupcache_short_fill(__global const float *restrict queries, __global const float *restrict table,
                                     __global float *restrict nearest, uint n, uint entries, __local float *cache SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint item = (uint)get_local_id(0);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    EACH_PART(if (item < count) vstore3(vload3((size_t)start + item, table), item, cache),
              best = search(cache, sg_lane(sg), count < SG_GROUP_SIZE ? count : SG_GROUP_SIZE, q, best))
    best = sg_reduce_min(sg, best);
    if (i < n && sg_lane(sg) == 0) nearest[i] = best;
}

/* Each part of the table begins anew: what the parts before it gave is lost. */
SG_KERNEL void groupcache_last_chunk(__global const float *restrict queries, __global const float *restrict table,
                                     __global float *restrict nearest, uint n, uint entries, __local float *cache SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    EACH_PART(ALL_FILL, best = search(cache, sg_lane(sg), count, q, INFINITY))
    best = sg_reduce_min(sg, best);
    if (i < n && sg_lane(sg) == 0) nearest[i] = best;
}

/* The lanes do not meet: lane 0 writes what it found itself. */
SG_KERNEL void groupcache_one_lane(__global const float *restrict queries, __global const float *restrict table,
                                   __global float *restrict nearest, uint n, uint entries, __local float *cache SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    EACH_PART(ALL_FILL, SEARCH_ALL)
    if (i < n && sg_lane(sg) == 0) nearest[i] = best;
}

/* Lanes past the end of a part take a 0 into account, which is a point too: the origin. */
SG_KERNEL void groupcache_padded(__global const float *restrict queries, __global const float *restrict table,
                                 __global float *restrict nearest, uint n, uint entries, __local float *cache SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    EACH_PART(ALL_FILL, SEARCH_ALL;
              if (count % SG_WIDTH != 0 && sg_lane(sg) >= count % SG_WIDTH) best = nearer(best, q, (float3)(0.0f)))
    best = sg_reduce_min(sg, best);
    if (i < n && sg_lane(sg) == 0) nearest[i] = best;
}

/* Of each part of the table the last entry is handed to nobody. (No cache: the parameter stays unused.) */
SG_KERNEL void groupcache_one_short(__global const float *restrict queries, __global const float *restrict table,
                                    __global float *restrict nearest, uint n, uint entries, __local float *cache SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = (get_group_id(0) * sg_count(sg) + sg_id(sg)) * SG_WIDTH + sg_lane(sg);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    for (uint start = 0; start < entries; start += SG_WIDTH) {
        const uint e = start + sg_lane(sg), rest = entries - start, count = rest < SG_WIDTH ? rest : SG_WIDTH;
        const float3 own = e < entries ? vload3(e, table) : (float3)(0.0f);
        for (uint lane = 0; lane + 1 < count; ++lane) {
            const float3 s = sg_broadcast(sg, own, lane);
            best = nearer(best, q, s);
        }
    }
    if (i < n) nearest[i] = best;
    (void)cache;
}

/* A work-item reads points that stand side by side, and writes to places a work-group apart, as neighbours should. */
__kernel void groupcache_side_by_side(__global const float *restrict queries, __global const float *restrict table,
                                      __global float *restrict nearest, uint n, uint entries, __local float4 *cache) {
    const size_t items = get_local_size(0), first = get_group_id(0) * items * INPUTS;
    float3 q[INPUTS];
    float best[INPUTS];
    read_points(queries, first + get_local_id(0) * INPUTS, 1, n, q, best);
    tiled_search(cache, table, entries, q, best);
    write_nearest(nearest, first + get_local_id(0), items, n, best);
}
