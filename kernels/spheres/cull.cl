/* spheres, for points close together: visits only the spheres that can reach them (cull.h).
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in spheres.cl. In an image (width > 0) a sub-group has a block of CULL_COLUMNS x CULL_ROWS pixels, a
 * work-group a block of these; `across` work-groups are side by side. Otherwise points are consecutive.
 */
#include "sg/sg.h"
#include "spheres/cull.h"

/* A sub-group's block of pixels is as square as W lanes allow. */
#if SG_WIDTH == 1
#define CULL_COLUMNS 1u
#elif SG_WIDTH <= 4
#define CULL_COLUMNS 2u
#elif SG_WIDTH <= 16
#define CULL_COLUMNS 4u
#elif SG_WIDTH <= 64
#define CULL_COLUMNS 8u
#else
#define CULL_COLUMNS 16u
#endif
#define CULL_ROWS (SG_WIDTH / CULL_COLUMNS)
/* CULL_SIDE, the blocks side by side in a work-group, is set in spheres.c. */
#ifndef CULL_SIDE
#define CULL_SIDE 1u
#endif

/* The number of this lane's point; point_count if it has none. Always inlined: defect D18. */
__attribute__((always_inline)) static inline uint cull_place(sg_t sg, uint point_count, uint width, uint across) {
    const uint group = (uint)get_group_id(0), block = sg_id(sg), lane = sg_lane(sg);
    const uint x = (group % across * CULL_SIDE + block % CULL_SIDE) * CULL_COLUMNS + lane % CULL_COLUMNS;
    const uint y =
        (group / across * (SG_GROUP_PARTS / CULL_SIDE) + block / CULL_SIDE) * CULL_ROWS + lane / CULL_COLUMNS;
    if (width == 0) return min(lerp_sub_group(sg) * SG_WIDTH + lane, point_count);
    return x < width && y < point_count / width ? y * width + x : point_count;
}

SG_KERNEL void spheres_cull(__global const float *restrict points, __global const float4 *restrict spheres,
                            __global const float *restrict colors, __global float *restrict result,
                            uint point_count, uint sphere_count, uint columns, float step, uint width,
                            uint across SG_PARAMS) {
    SG_BEGIN(sg);
    CULL_MEMORY(memory);
    const uint number = cull_place(sg, point_count, width, across);
    const int has_point = number < point_count;
    const uint i = has_point ? number : 0u;
    const float3 p = spheres_point(points, i, columns, step);
    const lerp_color color = cull_color(sg, spheres, colors, sphere_count, p, has_point, memory);
    if (has_point) lerp_store(color, result, i);
}
