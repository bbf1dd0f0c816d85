/* lerp: consecutive interpolation, c = c (1 - t_i) + x_i t_i for i = 0..n-1, in every row.
 * SPDX-License-Identifier: MIT
 *
 * In closed form c = initial prod(1 - t_j) + sum over i of x_i t_i prod over j > i of (1 - t_j): an element's weight is
 * a product over *later* elements. Results differ only by rounding. t may be outside [0, 1].
 *
 *   x[rows][n][CHANNELS]  t[rows][n]  initial[rows][CHANNELS] or null (black)  ->  c[rows][CHANNELS]
 *
 * Requires: n and rows below 2^31; rows at least 1. Costs: (CHANNELS + 1) * 4 bytes per element, read once. A
 * sub-group past the last row computes the last row again without storing it, so flow is work-group-uniform; lanes
 * past the last element hold t = 0, which has no effect.
 */
#include "sg/sg.h"
#include "common/lerp.h"

static inline lerp_color lerp_step(lerp_color color, __global const float *x, __global const float *t, size_t i) {
    return color * (1.0f - t[i]) + lerp_load(x, i) * t[i];
}

/* One work-item per row: the definition, as a loop. Consecutive work-items read n elements apart. */
__kernel void lerp_serial(__global const float *restrict x, __global const float *restrict t,
                          __global const float *restrict initial, __global float *restrict c, uint rows,
                          uint n) {
    const uint row = (uint)get_global_id(0);
    if (row >= rows) return;
    const size_t base = (size_t)row * n;
    lerp_color color = lerp_load_or_black(initial, row);
    for (uint i = 0; i < n; ++i) color = lerp_step(color, x, t, base + i);
    lerp_store(color, c, row);
}

/* Four rows per work-item, for CPUs: a step waits for the previous one of its row, so four rows keep four multiply-adds
 * in flight. Rows are adjacent, so a core reads memory sequentially. */
__kernel void lerp_interleaved(__global const float *restrict x, __global const float *restrict t,
                               __global const float *restrict initial, __global float *restrict c, uint rows,
                               uint n) {
    const size_t fours = rows / 4u + (rows % 4u != 0);
    const size_t share = 4 * (fours / get_global_size(0) + (fours % get_global_size(0) != 0));
    const size_t first = share * get_global_id(0), end = min(first + share, (size_t)rows);
    for (size_t row = first; row < end; row += 4) {
        /* min() would be computed in every step (LLVM 15: 1.2 to 1.4 times as slow). */
        const size_t row1 = row + 1 < rows ? row + 1 : row, row2 = row + 2 < rows ? row + 2 : row;
        const size_t row3 = row + 3 < rows ? row + 3 : row;
        lerp_color color = lerp_load_or_black(initial, row), color1 = lerp_load_or_black(initial, row1);
        lerp_color color2 = lerp_load_or_black(initial, row2), color3 = lerp_load_or_black(initial, row3);
        for (uint i = 0; i < n; ++i) {
            color = lerp_step(color, x, t, row * n + i);
            color1 = lerp_step(color1, x, t, row1 * n + i);
            color2 = lerp_step(color2, x, t, row2 * n + i);
            color3 = lerp_step(color3, x, t, row3 * n + i);
        }
        lerp_store(color, c, row);
        lerp_store(color1, c, row1);
        lerp_store(color2, c, row2);
        lerp_store(color3, c, row3);
    }
}

/* Every lane loads one element of a block; all lanes then compute the same colour. Still n steps. */
SG_KERNEL void lerp_readlane(__global const float *restrict x, __global const float *restrict t,
                             __global const float *restrict initial, __global float *restrict c, uint rows,
                             uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = lerp_load_or_black(initial, row);
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = first + lane;
        const float ti = i < n ? t[base + i] : 0.0f;
        const lerp_color xi = i < n ? lerp_load(x, base + i) : (lerp_color)(0.0f);
        for (uint l = 0; l < SG_WIDTH; ++l) {
            const float tl = sg_broadcast(sg, ti, l);
            const lerp_color xl = sg_broadcast(sg, xi, l);
            color = color * (1.0f - tl) + xl * tl;
        }
        SG_SHOW(sg, "t", ti);
        SG_SHOW(sg, "color", color);
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* Lanes hold a block in reverse order, so "all later elements" is "all lower lanes": an exclusive prefix product. */
SG_KERNEL void lerp_prefix(__global const float *restrict x, __global const float *restrict t,
                           __global const float *restrict initial, __global float *restrict c, uint rows,
                           uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = lerp_load_or_black(initial, row);
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = first + (SG_WIDTH - 1u - lane);
        const float ti = i < n ? t[base + i] : 0.0f;
        const lerp_color xi = i < n ? lerp_load(x, base + i) : (lerp_color)(0.0f);
        const float after = sg_scan_exclusive_mul(sg, 1.0f - ti);
        const lerp_color sum = sg_reduce_add(sg, xi * (ti * after));
        const float product = sg_reduce_mul(sg, 1.0f - ti);
        SG_SHOW(sg, "t", ti);
        SG_SHOW(sg, "after", after);
        color = color * product + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}
