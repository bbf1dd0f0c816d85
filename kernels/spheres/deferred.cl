/* spheres, a sub-group a point: every lane adds up what its own spheres give, lanes are added once.
 * SPDX-License-Identifier: MIT
 *
 * Arrays, requirements and the flow past the last point are those of spheres.cl. Costs: 8 + 3 * CHANNELS
 * operations a pair and, for every SG_WIDTH * ITEMS spheres, a scan and a broadcast; spheres and colours are
 * read through the caches again for every point, consecutive lanes reading consecutive runs.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

/* A sub-group a point, ITEMS spheres a lane, one sum over the lanes at the end. */
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
    for (uint done = 0; done < sphere_count; done += SG_WIDTH * ITEMS) {
        const lerp_map run = spheres_run(spheres, colors, sphere_count, done + lane * ITEMS, p);
        const float after = carry * sg_scan_exclusive_mul(sg, run.p);
        sum += run.v * after;
        carry = sg_broadcast(sg, after * run.p, SG_WIDTH - 1u);
    }
    const lerp_color color = sg_reduce_add(sg, sum);
    if (lane == 0 && i < point_count) lerp_store(color, result, i);
}
