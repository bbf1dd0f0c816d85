/* dot: kernels kept because they are wrong, each with the bug's name in its own. SPDX-License-Identifier: MIT
 *
 * Parameters, requirements and costs are those of dot.cl. No kernel reads outside its arrays.
 */
#include "sg/sg.h"

/* Lanes past the last element repeat it in place of adding nothing. */
SG_KERNEL void dot_tail(__global const float *restrict a, __global const float *restrict b,
                        __global float *restrict sum, uint rows, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint mine = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const size_t base = (size_t)min(mine, rows - 1u) * n;
    float own = 0.0f;
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = min(first + lane, n - 1u);
        own += a[base + i] * b[base + i];
    }
    const float total = sg_reduce_add(sg, own);
    if (lane == 0 && mine < rows) sum[mine] = total;
}
