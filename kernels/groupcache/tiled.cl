/* groupcache, tiled: a work-item has INPUTS points, and reads each cached entry once for all of them.
 * SPDX-License-Identifier: MIT
 *
 *   queries[n, 3], table[entries, 3]  ->  nearest[n]; infinity for an empty table
 *
 * groupcache_staged has three local loads per pair of a point and an entry (8 operations). Here INPUTS pairs share one
 * load of 16 bytes: 16 CHUNK bytes of local memory. Plain OpenCL C.
 */
#include "groupcache/tiled.h"

__kernel void groupcache_tiled(__global const float *restrict queries, __global const float *restrict table,
                               __global float *restrict nearest, uint n, uint entries, __local float4 *cache) {
    const size_t items = get_local_size(0), first = get_group_id(0) * items * INPUTS + get_local_id(0);
    float3 q[INPUTS];
    float best[INPUTS];
    read_points(queries, first, items, n, q, best);
    tiled_search(cache, table, entries, q, best);
    write_nearest(nearest, first, items, n, best);
}
