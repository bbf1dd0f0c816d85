/* groupcache/tiled: compares a work-item's points with the whole table through local memory.
 * SPDX-License-Identifier: MIT
 */
#ifndef GROUPCACHE_TILED_H_INCLUDED
#define GROUPCACHE_TILED_H_INCLUDED

#include "groupcache/groupcache.h"

/* All work-items of a work-group call it. Inlined because of defect D16. */
__attribute__((always_inline)) static inline void tiled_search(__local float4 *cache,
                                                               __global const float *restrict table,
                                                               uint entries, const float3 *q, float *best) {
    const uint item = (uint)get_local_id(0), items = (uint)get_local_size(0);
    uint start = 0;
    do { /* once even for an empty table: defect D7 */
        const uint rest = entries - start, count = rest < CHUNK ? rest : CHUNK;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint e = item; e < count; e += items) cache[e] = (float4)(vload3(start + e, table), 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint e = 0; e < count; ++e) {
            const float3 s = cache[e].xyz;
#pragma unroll
            for (uint k = 0; k < INPUTS; ++k) best[k] = nearer(best[k], q[k], s);
        }
        start += CHUNK;
    } while (start < entries);
}

#endif
