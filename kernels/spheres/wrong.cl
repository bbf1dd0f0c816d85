/* spheres: kernels kept because they are wrong. Each is one of the right ones with one bug, the bug's name in
 * its own; `crosslane verify --plant NAME spheres` passes when the bug is caught. SPDX-License-Identifier:
 * MIT
 *
 * Parameters, requirements and costs are those of the files beside it. No kernel reads outside its arrays.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

/* Lanes past the first sphere are counted: they repeat it in place of keeping all. */
SG_KERNEL void spheres_tail(__global const float *restrict points, __global const float4 *restrict spheres,
                            __global const float *restrict colors, __global float *restrict result,
                            uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint i = lerp_sub_group(sg);
    const float3 p = spheres_point(points, min(i, point_count - 1u), width, step);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + lane;
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const float keep = spheres_keep(spheres_load(spheres, s), p);
        const float after = carry * sg_scan_exclusive_mul(sg, keep);
        sum += lerp_load(colors, s) * (after - after * keep);
        carry = sg_broadcast(sg, after * keep, SG_WIDTH - 1u);
    }
    const lerp_color color = sg_reduce_add(sg, sum);
    if (lane == 0 && i < point_count) lerp_store(color, result, i);
}

/* Blocks from the first sphere to the last: what earlier spheres keep is taken for what later ones keep. */
SG_KERNEL void spheres_order(__global const float *restrict points, __global const float4 *restrict spheres,
                             __global const float *restrict colors, __global float *restrict result,
                             uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint i = lerp_sub_group(sg);
    const float3 p = spheres_point(points, min(i, point_count - 1u), width, step);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + lane;
        const uint s = min(j, sphere_count - 1u);
        const float met = spheres_keep(spheres_load(spheres, s), p);
        const float keep = j < sphere_count ? met : 1.0f;
        const float after = carry * sg_scan_exclusive_mul(sg, keep);
        sum += lerp_load(colors, s) * (after - after * keep);
        carry = sg_broadcast(sg, after * keep, SG_WIDTH - 1u);
    }
    const lerp_color color = sg_reduce_add(sg, sum);
    if (lane == 0 && i < point_count) lerp_store(color, result, i);
}

/* The influence is not kept from falling below 0 outside of a sphere. */
SG_KERNEL void spheres_unclamped(__global const float *restrict points,
                                 __global const float4 *restrict spheres,
                                 __global const float *restrict colors, __global float *restrict result,
                                 uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint i = lerp_sub_group(sg);
    const float3 p = spheres_point(points, min(i, point_count - 1u), width, step);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + lane;
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const float4 sphere = spheres_load(spheres, s);
        const float square = dot(p - sphere.xyz, p - sphere.xyz);
        const float met = MODEL == MODEL_LINEAR ? sqrt(square) * sphere.w : square * sphere.w;
        const float keep = j < sphere_count ? met : 1.0f;
        const float after = carry * sg_scan_exclusive_mul(sg, keep);
        sum += lerp_load(colors, s) * (after - after * keep);
        carry = sg_broadcast(sg, after * keep, SG_WIDTH - 1u);
    }
    const lerp_color color = sg_reduce_add(sg, sum);
    if (lane == 0 && i < point_count) lerp_store(color, result, i);
}

/* Divides by the radius: for a radius of 0 that is 0 / 0, NaN, at the centre. fmin could hide a NaN, so a
 * plain comparison is used here. It needs radii, not weights made by a pass before. */
SG_KERNEL void spheres_zero_radius(__global const float *restrict points,
                                   __global const float4 *restrict spheres,
                                   __global const float *restrict colors, __global float *restrict result,
                                   uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint i = lerp_sub_group(sg);
    const float3 p = spheres_point(points, min(i, point_count - 1u), width, step);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + lane;
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const float4 sphere = spheres[s];
        const float ratio = distance(p, sphere.xyz) / sphere.w;
        const float met = MODEL == MODEL_LINEAR ? ratio : ratio * ratio;
        const float keep = j < sphere_count && !(met > 1.0f) ? met : 1.0f;
        const float after = carry * sg_scan_exclusive_mul(sg, keep);
        sum += lerp_load(colors, s) * (after - after * keep);
        carry = sg_broadcast(sg, after * keep, SG_WIDTH - 1u);
    }
    const lerp_color color = sg_reduce_add(sg, sum);
    if (lane == 0 && i < point_count) lerp_store(color, result, i);
}

/* One work-group per point, but the sub-groups' maps are applied from the last spheres to the first. */
SG_KERNEL void spheres_part_order(__global const float *restrict points,
                                  __global const float4 *restrict spheres,
                                  __global const float *restrict colors, __global float *restrict result,
                                  uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    __local lerp_map parts[SG_GROUP_SIZE / SG_WIDTH];
    const uint lane = sg_lane(sg);
    const uint i = (uint)get_group_id(0);
    const float3 p = spheres_point(points, i, width, step);
    const uint blocks = (sphere_count + SG_GROUP_SIZE - 1u) / SG_GROUP_SIZE;
    const uint begin = sg_id(sg) * blocks * SG_WIDTH;
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint b = 0; b < blocks; ++b) {
        const uint j = begin + b * SG_WIDTH + lane;
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const float met = spheres_keep(spheres_load(spheres, s), p);
        const float keep = j < sphere_count ? met : 1.0f;
        const float after = carry * sg_scan_exclusive_mul(sg, keep);
        sum += lerp_load(colors, s) * (after - after * keep);
        carry = sg_broadcast(sg, after * keep, SG_WIDTH - 1u);
    }
    const lerp_map part = {sg_reduce_add(sg, sum), carry};
    if (lane == 0) parts[sg_id(sg)] = part;
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        lerp_color color = (lerp_color)(0.0f);
        for (uint k = 0; k < sg_count(sg); ++k) color = lerp_apply(parts[k], color);
        lerp_store(color, result, i);
    }
}

/* cull with the middle of the box in the place of the box: a sphere that reaches only some of the points is left out. */
SG_KERNEL void spheres_middle(__global const float *restrict points, __global const float4 *restrict spheres,
                              __global const float *restrict colors, __global float *restrict result,
                              uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = lerp_sub_group(sg) * SG_WIDTH + sg_lane(sg);
    const float3 p = spheres_point(points, min(i, point_count - 1u), width, step);
    const float3 middle =
        0.5f * (float3)(sg_reduce_min(sg, p.x) + sg_reduce_max(sg, p.x), sg_reduce_min(sg, p.y) + sg_reduce_max(sg, p.y),
                        sg_reduce_min(sg, p.z) + sg_reduce_max(sg, p.z));
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + sg_lane(sg);
        const float4 own = spheres_load(spheres, j < sphere_count ? sphere_count - 1u - j : 0u);
        sg_mask left = sg_ballot(sg, j < sphere_count && spheres_keep(own, middle) < 1.0f);
        while (!sg_mask_none(left)) {
            const uint s = sphere_count - 1u - (done + sg_mask_lowest(left));
            left = sg_mask_clear_lowest(left);
            const float kept = carry * spheres_keep(spheres_load(spheres, s), p);
            sum += lerp_load(colors, s) * (carry - kept);
            carry = kept;
        }
    }
    if (i < point_count) lerp_store(sum, result, i);
}
