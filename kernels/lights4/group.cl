/* lights4: a work-group has PER_ITEM points and its lanes share the lights.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in lights4.cl. For few points and many lights: each prepared light serves PER_ITEM points.
 */
#include "lights4/tile.h"

/* One component of all points; lane 0 writes the sums. */
__attribute__((always_inline)) static inline void group_meet(sg_t sg, const tile_many *own, __local float *sums) {
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) {
        const float all = sg_reduce_add(sg, own->one[k]);
        if (sg_lane(sg) == 0) sums[3 * k] = all;
    }
}

/* `sums`: for each sub-group, three sums per point. */
SG_KERNEL void lights4_group(__global const float *restrict points, __global const float4 *restrict lights,
                             __global const float *restrict colors, __global float *restrict result, uint point_count,
                             uint light_count, __local float *sums SG_PARAMS) {
    SG_BEGIN(sg);
    const uint item = sg_id(sg) * SG_WIDTH + sg_lane(sg), first = (uint)get_group_id(0) * PER_ITEM;
    __local float *const own = sums + sg_id(sg) * (3 * PER_ITEM);
    tile_threes at, sum = {{(many)(0.0f)}, {(many)(0.0f)}, {(many)(0.0f)}};
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) {
        const float3 p = vload3(min(first + k, point_count - 1u), points);
        at.x.one[k] = p.x;
        at.y.one[k] = p.y;
        at.z.one[k] = p.z;
    }
    for (uint j = item; j < light_count; j += SG_GROUP_SIZE) {
        float4 fall;
        const float4 place = tile_light(lights, colors, j, light_count, &fall);
        tile_add(place, fall, &at, &sum);
    }
    SG_SHOW(sg, "own", sum.x.one[0]);
    group_meet(sg, &sum.x, own);
    group_meet(sg, &sum.y, own + 1);
    group_meet(sg, &sum.z, own + 2);
    sg_group_barrier_local(sg);
    for (uint c = item; c < 3 * PER_ITEM; c += SG_GROUP_SIZE) {
        float total = 0.0f;
        for (uint s = 0; s < sg_count(sg); ++s) total += sums[s * (3 * PER_ITEM) + c];
        if (first + c / 3u < point_count) result[(size_t)first * 3 + c] = total;
    }
}
