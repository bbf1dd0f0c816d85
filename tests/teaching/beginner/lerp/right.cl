/* Right; tests/teaching/test_beginner.c plants beginners' mistakes in it.
 * SPDX-License-Identifier: MIT
 */
#include "sg/sg.h"
#include "common/lerp.h"

SG_KERNEL void lerp_right(__global const float *restrict x, __global const float *restrict t,
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
        color = color * product + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}
