/* spheres: PER_ITEM points per work-item, spheres in local memory, for very many points.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in spheres.cl. A work-group loads SG_GROUP_SIZE spheres at a time. From the last sphere to the first: P is
 * what the later spheres keep, u = t P, c += u colour, P -= u. Plain OpenCL C; work-group-uniform flow.
 *
 * EXPANDED: |p - s|^2 w is multiplied out, t = clamp(A + B.p - |p|^2 w, 0, 1) with A = 1 - |s|^2 w and B = 2 w s: 4
 * operations per influence instead of 9. Digits cancel if |s|^2 w and |p|^2 w are large. Quadratic model only.
 *
 * Costs: 14 operations per pair (EXPANDED 10) with 4 channels; local memory of 32 (36) bytes per work-item.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

#ifndef PER_ITEM
#define PER_ITEM 4
#endif
#ifndef EXPANDED
#define EXPANDED 0
#endif

#if EXPANDED
static inline float spheres_square(float3 v) {
    return v.x * v.x + v.y * v.y + v.z * v.z;
}

/* (centre, radius) to (B, A) and -w; an invalid sphere (weigh.h) gives t = 0 everywhere. The weight is kept negative
 * because of defect D21. */
static inline float spheres_minus_weight(float4 s) {
    return s.w > SPHERES_LEAST_RADIUS ? -spheres_weigh(s).w : 0.0f;
}
static inline float4 spheres_expand(float4 s) {
    const float w = -spheres_minus_weight(s);
    return w > 0.0f ? (float4)(s.xyz * (2.0f * w), 1.0f - spheres_square(s.xyz) * w) : (float4)(0.0f, 0.0f, 0.0f, -1.0f);
}
#endif

__kernel void spheres_tile(__global const float *restrict points, __global const float4 *restrict spheres,
                           __global const float *restrict colors, __global float *restrict result,
                           uint point_count, uint sphere_count, uint width, float step) {
    __local float4 places[SG_GROUP_SIZE];
    __local lerp_color shades[SG_GROUP_SIZE];
#if EXPANDED
    __local float minus_weights[SG_GROUP_SIZE];
    float square[PER_ITEM];
#endif
    const uint item = (uint)get_local_id(0);
    const uint first = (uint)get_group_id(0) * (SG_GROUP_SIZE * PER_ITEM) + item;
    float3 p[PER_ITEM];
    lerp_color sum[PER_ITEM];
    float carry[PER_ITEM];
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) {
        p[k] = spheres_point(points, min(first + k * SG_GROUP_SIZE, point_count - 1u), width, step);
        sum[k] = (lerp_color)(0.0f);
        carry[k] = 1.0f;
#if EXPANDED
        square[k] = spheres_square(p[k]);
#endif
    }
    for (uint done = 0; done < sphere_count; done += SG_GROUP_SIZE) {
        const uint j = done + item;
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
#if EXPANDED
        places[item] = spheres_expand(spheres[s]);
        minus_weights[item] = spheres_minus_weight(spheres[s]);
#else
        places[item] = spheres_weigh(spheres[s]);
#endif
        shades[item] = lerp_load(colors, s);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint staged = min(sphere_count - done, (uint)SG_GROUP_SIZE);
        for (uint n = 0; n < staged; ++n) {
            const float4 place = places[n];
            const lerp_color shade = shades[n];
#if EXPANDED
            const float minus_weight = minus_weights[n];
#endif
#pragma unroll
            for (uint k = 0; k < PER_ITEM; ++k) {
#if EXPANDED
                const float inner = fma(p[k].y, place.y, fma(p[k].z, place.z, fma(square[k], minus_weight, place.w)));
                const float given = carry[k] * clamp(fma(p[k].x, place.x, inner), 0.0f, 1.0f);
                carry[k] -= given;
#else
                const float kept = carry[k] * spheres_keep(place, p[k]);
                const float given = carry[k] - kept;
                carry[k] = kept;
#endif
                sum[k] += shade * given;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) {
        const uint i = first + k * SG_GROUP_SIZE;
        if (i < point_count) lerp_store(sum[k], result, i);
    }
}
