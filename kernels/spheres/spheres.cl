/* spheres: every point starts black and takes on some of each sphere's colour in order: c = c (1 - t) + colour t with
 * the sphere's influence t (spheres.h).
 * SPDX-License-Identifier: MIT
 *
 *   points[points][3] or null (pixels)  spheres[spheres] (centre, radius)  colors[spheres][CHANNELS]
 *   ->  result[points][CHANNELS]
 *
 * All kernels but the first are kernels/lerp/continued.cl with t computed on the way.
 *
 * Requires: both counts at least 1 and below 2^31. Costs: 10 + 3 * CHANNELS operations per pair, and in continued a
 * scan, a sum and a broadcast per SG_WIDTH spheres. A sub-group past the last point computes that point again without
 * storing it, so flow is work-group-uniform.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

/* One work-item per point: the definition. */
__kernel void spheres_naive(__global const float *restrict points, __global const float4 *restrict spheres,
                            __global const float *restrict colors, __global float *restrict result,
                            uint point_count, uint sphere_count, uint width, float step) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = spheres_point(points, i, width, step);
    lerp_color color = (lerp_color)(0.0f);
    for (uint s = 0; s < sphere_count; ++s) {
        const float keep = spheres_keep(spheres_load(spheres, s), p);
        color = color * keep + lerp_load(colors, s) * (1.0f - keep);
    }
    lerp_store(color, result, i);
}

/* One sub-group per point, one sphere per lane, from the last to the first. */
SG_KERNEL void spheres_continued(__global const float *restrict points,
                                 __global const float4 *restrict spheres,
                                 __global const float *restrict colors, __global float *restrict result,
                                 uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint i = lerp_sub_group(sg);
    const float3 p = spheres_point(points, min(i, point_count - 1u), width, step);
    lerp_color color = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + lane; /* counted from the end */
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const float met = spheres_keep(spheres_load(spheres, s), p);
        const float keep = j < sphere_count ? met : 1.0f;
        const float after = carry * sg_scan_exclusive_mul(sg, keep);
        SG_SHOW(sg, "t", 1.0f - keep);
        SG_SHOW(sg, "after", after);
        color += sg_reduce_add(sg, lerp_load(colors, s) * (after * (1.0f - keep)));
        carry = sg_broadcast(sg, after * keep, SG_WIDTH - 1u);
    }
    if (lane == 0 && i < point_count) lerp_store(color, result, i);
}
