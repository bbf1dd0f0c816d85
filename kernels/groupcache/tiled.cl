/* groupcache, tiled: a work-item has INPUTS points, and reads each entry of the cache once for all of them.
 * SPDX-License-Identifier: MIT
 *
 *   queries[n, 3], table[entries, 3]  ->  nearest[n]; infinity where the table is empty
 *
 * As groupcache_staged, where each pair of a point and an entry costs three loads from local memory beside its 8 operations.
 * Here INPUTS pairs share one load of 16 bytes: 16 CHUNK bytes of local memory. Plain OpenCL C.
 */
#include "groupcache/groupcache.h"

__kernel void groupcache_tiled(__global const float *restrict queries, __global const float *restrict table,
                               __global float *restrict nearest, uint n, uint entries, __local float4 *cache) {
    const size_t items = get_local_size(0), first = get_group_id(0) * items * INPUTS + get_local_id(0);
    float3 q[INPUTS];
    float best[INPUTS];
#pragma unroll
    for (uint k = 0; k < INPUTS; ++k) {
        const size_t i = first + k * items;
        q[k] = i < n ? vload3(i, queries) : (float3)(0.0f);
        best[k] = INFINITY;
    }
    uint start = 0;
    do { /* once for an empty table too: defect D7 (docs/defects.md) */
        const uint rest = entries - start, count = rest < CHUNK ? rest : CHUNK;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint e = (uint)get_local_id(0); e < count; e += (uint)items) cache[e] = (float4)(vload3(start + e, table), 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint e = 0; e < count; ++e) {
            const float3 s = cache[e].xyz;
#pragma unroll
            for (uint k = 0; k < INPUTS; ++k) best[k] = nearer(best[k], q[k], s);
        }
        start += CHUNK;
    } while (start < entries);
#pragma unroll
    for (uint k = 0; k < INPUTS; ++k)
        if (first + k * items < n) nearest[first + k * items] = best[k];
}
