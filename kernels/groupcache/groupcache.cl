/* groupcache: the squared distance of each point to the nearest entry of a table.
 * SPDX-License-Identifier: MIT
 *
 *   queries[n, 3], table[entries, 3]  ->  nearest[n]; infinity for an empty table
 *
 * A work-group reads the table once, into its cache of CHUNK entries in local memory; a longer table comes in parts.
 * Requires: 12 CHUNK bytes of local memory, entries below 2^28. An empty table is one part without entries, because of
 * defect D7.
 *
 *   serial     a work-item has a point, and reads the table from global memory
 *   staged     a work-item has a point, and reads from the cache
 *   broadcast  in broadcast.cl
 *   sub_group  a sub-group has a point, its lanes share the table; no cache
 *   cached     each sub-group of a work-group has INPUTS points; all sub-groups share one cache
 */
#include "groupcache/groupcache.h"

__kernel void groupcache_serial(__global const float *restrict queries, __global const float *restrict table,
                                __global float *restrict nearest, uint n, uint entries) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const float3 q = vload3(i, queries);
    float best = INFINITY;
    for (uint e = 0; e < entries; ++e) best = nearer(best, q, vload3(e, table));
    nearest[i] = best;
}

/* Work-items past the end fill and wait like the others. */
__kernel void groupcache_staged(__global const float *restrict queries, __global const float *restrict table,
                                __global float *restrict nearest, uint n, uint entries, __local float *cache) {
    const size_t i = get_global_id(0);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    uint start = 0;
    do {
        const uint rest = entries - start, count = rest < CHUNK ? rest : CHUNK;
        barrier(CLK_LOCAL_MEM_FENCE);
        fill_cache(cache, table, start, count, (uint)get_local_id(0), (uint)get_local_size(0));
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint e = 0; e < count; ++e) best = nearer(best, q, vload3(e, cache));
        start += CHUNK;
    } while (start < entries);
    if (i < n) nearest[i] = best;
}

SG_KERNEL void groupcache_sub_group(__global const float *restrict queries, __global const float *restrict table,
                                    __global float *restrict nearest, uint n, uint entries SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const float3 q = i < n ? vload3(i, queries) : (float3)(0.0f);
    float best = INFINITY;
    for (uint e = sg_lane(sg); e < entries; e += SG_WIDTH) best = nearer(best, q, vload3(e, table));
    SG_SHOW(sg, "best", best);
    best = sg_reduce_min(sg, best);
    SG_SHOW(sg, "nearest", best);
    if (i < n && sg_lane(sg) == 0) nearest[i] = best;
}

/* The number of sub-groups is queried, so work-group size and width may be any. An entry in registers serves all INPUTS
 * points.
 */
SG_KERNEL void groupcache_cached(__global const float *restrict queries, __global const float *restrict table,
                                 __global float *restrict nearest, uint n, uint entries, __local float *cache SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t first = (get_group_id(0) * sg_count(sg) + sg_id(sg)) * INPUTS;
    float3 q[INPUTS];
    float best[INPUTS];
    read_points(queries, first, 1, n, q, best);
    uint start = 0;
    do {
        const uint rest = entries - start, count = rest < CHUNK ? rest : CHUNK;
        sg_group_barrier_local(sg);
        fill_cache(cache, table, start, count, (uint)get_local_id(0), SG_GROUP_SIZE);
        sg_group_barrier_local(sg);
        for (uint e = sg_lane(sg); e < count; e += SG_WIDTH) {
            const float3 s = vload3(e, cache);
#pragma unroll
            for (uint k = 0; k < INPUTS; ++k) best[k] = nearer(best[k], q[k], s);
        }
        start += CHUNK;
    } while (start < entries);
#pragma unroll
    for (uint k = 0; k < INPUTS; ++k) {
        SG_SHOW(sg, "best", best[k]);
        const float least = sg_reduce_min(sg, best[k]);
        SG_SHOW(sg, "nearest", least);
        if (first + k < n && sg_lane(sg) == 0) nearest[first + k] = least;
    }
}
