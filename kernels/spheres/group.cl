/* spheres, one work-group per point, for few points and many spheres.
 * SPDX-License-Identifier: MIT
 *
 * Arrays and requirements as in spheres.cl; the launch has exactly point_count work-groups. Costs as deferred.cl, a
 * barrier, and local memory of one map (at most 32 bytes) per sub-group.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

/* Each sub-group has one contiguous part of the spheres (the first sub-group the last part), and leaves a map in local
 * memory; the maps are applied in order, to black. */
SG_KERNEL void spheres_group(__global const float *restrict points, __global const float4 *restrict spheres,
                             __global const float *restrict colors, __global float *restrict result,
                             uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    __local lerp_map parts[SG_GROUP_SIZE / SG_WIDTH];
    const uint lane = sg_lane(sg);
    const uint i = (uint)get_group_id(0);
    const float3 p = spheres_point(points, i, width, step);
    /* Equally many whole blocks per sub-group, so that all lanes reach every operation. */
    const uint block = SG_WIDTH * ITEMS;
    const uint blocks =
        (sphere_count / block + (sphere_count % block != 0) + sg_count(sg) - 1u) / sg_count(sg);
    const uint begin = sg_id(sg) * blocks * block;
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint b = 0; b < blocks; ++b)
        spheres_take(sg, spheres, colors, sphere_count, begin + b * block, p, &sum, &carry);
    const lerp_map part = {sg_reduce_add(sg, sum), carry};
    if (lane == 0) parts[sg_id(sg)] = part;
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        lerp_color color = (lerp_color)(0.0f);
        SG_UNROLL_PARTS
        for (uint k = sg_count(sg); k-- > 0;) color = lerp_apply(parts[k], color);
        lerp_store(color, result, i);
    }
}
