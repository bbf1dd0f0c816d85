/* spheres: every point starts black and takes on, sphere after sphere, some of each sphere's colour:
 * c = c (1 - t) + colour t, t being the sphere's influence at the point (spheres.h). Later spheres cover
 * earlier ones, so their order is a priority.
 * SPDX-License-Identifier: MIT
 *
 *   points[points][3] or null (pixels)  spheres[spheres] (centre, radius)  colors[spheres][CHANNELS]
 *   ->  result[points][CHANNELS]
 *
 * Kernels from simple to fast. They launch a work-item, a sub-group (of PER_SUB_GROUP points), and a
 * work-group a point: from few items with many steps each to one item for every few pairs. All but the first
 * are lerp_deferred with t computed on the way: blocks from the last sphere to the first, a running product
 * of what is kept, a sum a lane, one sum over the lanes at the end.
 *
 * Requires: 1 <= point_count, sphere_count < 2^31. Cost: 8 + 3 * CHANNELS operations a pair and a share of a
 * scan; memory is read through the caches again for every point, or every PER_SUB_GROUP of them. A sub-group
 * past the last point computes that one again and does not store it: flow is the same in the whole
 * work-group.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

/* Consecutive spheres of a lane in deferred and group: one scan serves SG_WIDTH * ITEMS spheres. */
#ifndef ITEMS
#define ITEMS 1
#endif
/* Points of a sub-group in shared: one load of a sphere serves that many. */
#ifndef PER_SUB_GROUP
#define PER_SUB_GROUP 4
#endif

/* A work-item a point: the definition, as a loop. */
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

/* Optional first pass: spheres with their weights in place of their radii. A work-item a sphere. */
SG_KERNEL void spheres_prepare(__global const float4 *restrict spheres, __global float4 *restrict weighed,
                               uint sphere_count SG_PARAMS) {
    SG_BEGIN(sg);
    const uint s = (uint)get_global_id(0);
    if (s < sphere_count) weighed[s] = spheres_weigh(spheres[s]);
}

/* A sub-group a point, a sphere a lane: blocks of SG_WIDTH spheres from the last to the first, a sum over the
 * lanes for every block. */
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

/* The run of ITEMS spheres of a lane, from number `j` counted from the end on, as a map c -> c p + v. Past
 * the first sphere nothing is left to do: a sphere that keeps all. */
static inline lerp_map spheres_run(__global const float4 *spheres, __global const float *colors,
                                   uint sphere_count, uint j, float3 p) {
    lerp_map run = lerp_identity();
    for (uint k = 0; k < ITEMS; ++k, ++j) {
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const float met = spheres_keep(spheres_load(spheres, s), p);
        const float kept = run.p * (j < sphere_count ? met : 1.0f);
        run.v += lerp_load(colors, s) * (run.p - kept);
        run.p = kept;
    }
    return run;
}

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

/* A sub-group takes PER_SUB_GROUP points, so that a loaded sphere serves them all. */
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
#pragma unroll
        for (uint k = 0; k < PER_SUB_GROUP; ++k) {
            const float keep = j < sphere_count ? spheres_keep(sphere, p[k]) : 1.0f;
            const float after = carry[k] * sg_scan_exclusive_mul(sg, keep);
            const float kept = after * keep;
            sum[k] += color * (after - kept);
            carry[k] = sg_broadcast(sg, kept, SG_WIDTH - 1u);
        }
    }
#pragma unroll
    for (uint k = 0; k < PER_SUB_GROUP; ++k) {
        const lerp_color color = sg_reduce_add(sg, sum[k]);
        if (lane == 0 && first + k < point_count) lerp_store(color, result, first + k);
    }
}

/* A work-group a point: each of its sub-groups takes one contiguous part of the spheres, the first sub-group
 * the last part, and leaves a map in local memory; the maps are applied in order, to black. */
SG_KERNEL void spheres_group(__global const float *restrict points, __global const float4 *restrict spheres,
                             __global const float *restrict colors, __global float *restrict result,
                             uint point_count, uint sphere_count, uint width, float step SG_PARAMS) {
    SG_BEGIN(sg);
    __local lerp_map parts[SG_GROUP_SIZE / SG_WIDTH];
    const uint lane = sg_lane(sg);
    const uint i = (uint)get_group_id(0);
    const float3 p = spheres_point(points, i, width, step);
    /* Whole blocks, as many for every sub-group: all arrive at every operation. */
    const uint block = SG_WIDTH * ITEMS;
    const uint blocks =
        (sphere_count / block + (sphere_count % block != 0) + sg_count(sg) - 1u) / sg_count(sg);
    const uint begin = sg_id(sg) * blocks * block;
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint b = 0; b < blocks; ++b) {
        const lerp_map run = spheres_run(spheres, colors, sphere_count, begin + b * block + lane * ITEMS, p);
        const float after = carry * sg_scan_exclusive_mul(sg, run.p);
        sum += run.v * after;
        carry = sg_broadcast(sg, after * run.p, SG_WIDTH - 1u);
    }
    const lerp_map part = {sg_reduce_add(sg, sum), carry};
    if (lane == 0) parts[sg_id(sg)] = part;
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        lerp_color color = (lerp_color)(0.0f);
        for (uint k = sg_count(sg); k-- > 0;) color = lerp_apply(parts[k], color);
        lerp_store(color, result, i);
    }
}
