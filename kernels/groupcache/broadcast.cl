/* groupcache, broadcast: a work-item has INPUTS points; the lanes of a sub-group hold entries and broadcast them.
 * SPDX-License-Identifier: MIT
 *
 *   queries[n, 3], table[entries, 3]  ->  nearest[n]; infinity for an empty table
 *
 * A driver compiles a file as a whole. If the device's broadcast cannot be used, the strategies in other files still
 * have the device's other operations.
 */
#include "groupcache/groupcache.h"

/* Each lane reads an entry, and every lane compares its own points with each: no local memory, no barrier. */
SG_KERNEL void groupcache_broadcast(__global const float *restrict queries, __global const float *restrict table,
                                    __global float *restrict nearest, uint n, uint entries SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t sub_group = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const size_t first = sub_group * SG_WIDTH * INPUTS + sg_lane(sg);
    float3 q[INPUTS];
    float best[INPUTS];
    read_points(queries, first, SG_WIDTH, n, q, best);
    for (uint start = 0; start < entries; start += SG_WIDTH) {
        const uint e = start + sg_lane(sg), rest = entries - start, count = rest < SG_WIDTH ? rest : SG_WIDTH;
        const float3 own = e < entries ? vload3(e, table) : (float3)(0.0f);
        for (uint lane = 0; lane < count; ++lane) {
            const float3 s = sg_broadcast(sg, own, lane);
#pragma unroll
            for (uint k = 0; k < INPUTS; ++k) best[k] = nearer(best[k], q[k], s);
        }
        SG_SHOW(sg, "best", best[0]);
    }
    write_nearest(nearest, first, SG_WIDTH, n, best);
}
