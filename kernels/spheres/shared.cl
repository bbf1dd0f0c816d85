/* spheres: a sub-group has several points, which share each loaded sphere.
 * SPDX-License-Identifier: MIT
 *
 * Arrays, requirements and the flow past the last point are as in spheres.cl. Costs as deferred.cl with one sphere per
 * lane, but spheres and colours are read once per PER_SUB_GROUP points. That many scans are in flight, and that many
 * points and sums in registers.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

#ifndef PER_SUB_GROUP
#define PER_SUB_GROUP 4
#endif

/* Before loops with one operation per step. Unrolling with one lane and 8 or more points triggers defect D11; with
 * emulated operations, 16 points took 6 s to compile. */
#if SG_BACKEND == SG_LOCAL
#define SHARED_UNROLL _Pragma("unroll 1")
#else
#define SHARED_UNROLL _Pragma("unroll")
#endif

SG_KERNEL void spheres_shared(__global const float *restrict points, __global const float4 *restrict spheres,
                              __global const float *restrict colors, __global float *restrict result,
                              uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint first = lerp_sub_group(sg) * PER_SUB_GROUP;
    float3 p[PER_SUB_GROUP];
    lerp_color sum[PER_SUB_GROUP];
    float carry[PER_SUB_GROUP];
#pragma unroll
    for (uint k = 0; k < PER_SUB_GROUP; ++k) {
        p[k] = spheres_point(points, min(first + k, point_count - 1u), width, step);
        sum[k] = (lerp_color)(0.0f);
        carry[k] = 1.0f;
    }
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + lane;
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const float4 sphere = spheres_load(spheres, s);
        const lerp_color color = lerp_load(colors, s);
        SHARED_UNROLL
        for (uint k = 0; k < PER_SUB_GROUP; ++k) {
            /* Selected without a branch because of defect D12. */
            const float met = spheres_keep(sphere, p[k]);
            const float keep = j < sphere_count ? met : 1.0f;
            const float after = carry[k] * sg_scan_exclusive_mul(sg, keep);
            const float kept = after * keep;
            SG_SHOW(sg, "keeps", keep);
            SG_SHOW(sg, "after", after);
            sum[k] += color * (after - kept);
            carry[k] = sg_broadcast(sg, kept, SG_WIDTH - 1u);
        }
    }
    SHARED_UNROLL
    for (uint k = 0; k < PER_SUB_GROUP; ++k) {
        const lerp_color color = sg_reduce_add(sg, sum[k]);
        if (lane == 0 && first + k < point_count) lerp_store(color, result, first + k);
    }
}
