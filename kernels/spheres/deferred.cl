/* spheres, one sub-group per point: every lane sums over its own spheres, and the lanes are summed once.
 * SPDX-License-Identifier: MIT
 *
 * Arrays, requirements and the flow past the last point are as in spheres.cl. Costs: 10 + 3 * CHANNELS operations
 * per pair, and per SG_WIDTH * ITEMS spheres one scan and broadcast (LAYOUT runs) or ITEMS independent ones
 * (blocks).
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

SG_KERNEL void spheres_deferred(__global const float *restrict points,
                                __global const float4 *restrict spheres,
                                __global const float *restrict colors, __global float *restrict result,
                                uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint i = lerp_sub_group(sg);
    const float3 p = spheres_point(points, min(i, point_count - 1u), width, step);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH * ITEMS)
        spheres_take(sg, spheres, colors, sphere_count, done, p, &sum, &carry);
    const lerp_color color = sg_reduce_add(sg, sum);
    if (lane == 0 && i < point_count) lerp_store(color, result, i);
}
