/* dot: in every row, the sum of a_i b_i. SPDX-License-Identifier: MIT
 *
 *   a[rows][n]  b[rows][n]  ->  sum[rows]
 *
 * Requires: rows from 1 to below 2^31, n below 2^31. Costs: 8 bytes per element, read once. Results differ only by
 * the order of the sum.
 */
#include "sg/sg.h"

/* The definition, as a loop: one work-item per row. n steps; consecutive work-items read n elements apart. */
__kernel void dot_serial(__global const float *restrict a, __global const float *restrict b,
                         __global float *restrict sum, uint rows, uint n) {
    const uint row = (uint)get_global_id(0);
    if (row >= rows) return;
    const size_t base = (size_t)row * n;
    float total = 0.0f;
    for (uint i = 0; i < n; ++i) total += a[base + i] * b[base + i];
    sum[row] = total;
}

/* One sub-group per row: each lane adds its own elements, consecutive lanes read consecutive ones, and the lanes'
 * sums are added once at the end. All lanes of the work-group must arrive. So a sub-group past the last row computes
 * the last row again without storing it, and a lane past the last element adds nothing.
 */
SG_KERNEL void dot_subgroup(__global const float *restrict a, __global const float *restrict b,
                            __global float *restrict sum, uint rows, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint mine = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const size_t base = (size_t)min(mine, rows - 1u) * n;
    float own = 0.0f;
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = first + lane;
        if (i < n) own += a[base + i] * b[base + i];
    }
    SG_SHOW(sg, "own", own);
    const float total = sg_reduce_add(sg, own);
    if (lane == 0 && mine < rows) sum[mine] = total;
}

/* For few long rows, in two passes. First `parts` sub-groups share a row: a lane takes every parts W-th element. */
SG_KERNEL void dot_parts(__global const float *restrict a, __global const float *restrict b,
                         __global float *restrict totals, uint rows, uint n, uint parts SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t all = (size_t)rows * parts, mine = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const size_t here = min(mine, all - 1u), base = here / parts * n;
    float own = 0.0f;
    for (size_t i = here % parts * SG_WIDTH + sg_lane(sg); i < n; i += parts * SG_WIDTH)
        own += a[base + i] * b[base + i];
    const float total = sg_reduce_add(sg, own);
    if (sg_lane(sg) == 0 && mine < all) totals[mine] = total;
}

/* Then a work-item per row adds the parts. */
__kernel void dot_add_parts(__global const float *restrict totals, __global float *restrict sum, uint rows,
                            uint parts) {
    const size_t row = get_global_id(0);
    if (row >= rows) return;
    float total = 0.0f;
    for (uint part = 0; part < parts; ++part) total += totals[row * parts + part];
    sum[row] = total;
}
