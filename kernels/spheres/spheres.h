/* spheres: shared by its kernels.
 * SPDX-License-Identifier: MIT
 *
 * A sphere in memory is (centre, radius). Its influence on a point at distance d is
 *   linear     t = clamp(1 - d / r, 0, 1)
 *   quadratic  t = clamp(1 - d^2 / r^2, 0, 1)
 * Kernels compute 1 - t = min(d w, 1) or min(d^2 w, 1), with a weight w = 1 / r or 1 / r^2 in place of the
 * radius: no division per pair. WEIGHTS_PREPARED: the given spheres contain w (prepare.cl).
 */
#ifndef SPHERES_H_INCLUDED
#define SPHERES_H_INCLUDED

#include "common/lerp.h"
#include "spheres/weigh.h"

#ifndef WEIGHTS_PREPARED
#define WEIGHTS_PREPARED 0
#endif
/* Spheres per lane in spheres_take, and their layout. */
#ifndef ITEMS
#define ITEMS 1
#endif
#ifndef LAYOUT
#define LAYOUT_BLOCKS 1
#define LAYOUT_RUNS 2
#define LAYOUT LAYOUT_BLOCKS
#endif

static inline float4 spheres_load(__global const float4 *spheres, uint i) {
#if WEIGHTS_PREPARED
    return spheres[i];
#else
    return spheres_weigh(spheres[i]);
#endif
}

/* 1 - t of a weighed sphere at point p: the part of its colour that a point keeps. */
static inline float spheres_keep(float4 s, float3 p) {
    const float3 d = p - s.xyz;
    const float square = d.x * d.x + d.y * d.y + d.z * d.z;
#if MODEL == MODEL_LINEAR
    return fmin(sqrt(square) * s.w, 1.0f);
#else
    return fmin(square * s.w, 1.0f);
#endif
}

/* Without an array the centre of pixel i of an image `width` pixels wide: (x + 1/2, y + 1/2, 0) times
 * `step`.
 */
static inline float3 spheres_point(__global const float *points, uint i, uint width, float step) {
    if (points != 0) return vload3(i, points);
    const uint y = i / width;
    return (float3)(((float)(i - y * width) + 0.5f) * step, ((float)y + 0.5f) * step, 0.0f);
}

/* Counted from the end: its colour, and what it keeps. Past the first sphere everything is kept. */
static inline float spheres_meet(__global const float4 *spheres, __global const float *colors,
                                 uint sphere_count, uint j, float3 p, lerp_color *color) {
    const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
    const float keep = spheres_keep(spheres_load(spheres, s), p);
    *color = lerp_load(colors, s);
    return j < sphere_count ? keep : 1.0f;
}

/* Applies SG_WIDTH * ITEMS spheres from number `done` on, counted from the end: adds their colours to the
 * lane's `sum` and multiplies `carry` by what they keep. LAYOUT_RUNS: a lane has ITEMS consecutive spheres,
 * and one scan. LAYOUT_BLOCKS: ITEMS blocks of SG_WIDTH adjacent spheres, with independent scans. */
static inline void spheres_take(sg_t sg, __global const float4 *spheres, __global const float *colors,
                                uint sphere_count, uint done, float3 p, lerp_color *sum, float *carry) {
    const uint lane = sg_lane(sg);
#if LAYOUT == LAYOUT_RUNS
    lerp_map run = lerp_identity();
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        lerp_color color;
        const float keep = spheres_meet(spheres, colors, sphere_count, done + lane * ITEMS + k, p, &color);
        const float kept = run.p * keep;
        run.v += color * (run.p - kept);
        run.p = kept;
    }
    const float after = *carry * sg_scan_exclusive_mul(sg, run.p);
    SG_SHOW(sg, "keeps", run.p);
    SG_SHOW(sg, "after", after);
    *sum += run.v * after;
    *carry = sg_broadcast(sg, after * run.p, SG_WIDTH - 1u);
#else
    lerp_color color[ITEMS];
    float keep[ITEMS], below[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k)
        keep[k] = spheres_meet(spheres, colors, sphere_count, done + k * SG_WIDTH + lane, p, &color[k]);
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) below[k] = sg_scan_exclusive_mul(sg, keep[k]);
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        const float after = *carry * below[k];
        SG_SHOW(sg, "keeps", keep[k]);
        SG_SHOW(sg, "after", after);
        *sum += color[k] * (after - after * keep[k]);
        *carry *= sg_broadcast(sg, below[k] * keep[k], SG_WIDTH - 1u);
    }
#endif
}

#endif
