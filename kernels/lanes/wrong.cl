/* lanes: kernels that are wrong on purpose, by mistakes that first kernels have. SPDX-License-Identifier: MIT
 *
 * Parameters, requirements and costs are those of lanes.cl; a name begins with that of the kernel it should be.
 * No kernel reads outside its arrays.
 */
#include "sg/sg.h"

/* The number of the work-item in place of the lane. */
SG_KERNEL void lanes_lane_item(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    if (i < n) y[i] = i;
}

/* Every lane takes its own value. */
SG_KERNEL void lanes_shuffle_itself(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    const uint next = sg_shuffle(sg, value, sg_lane(sg));
    if (i < n) y[i] = next;
}

/* The vote is on "even", which lanes without an element answer with yes. */
SG_KERNEL void lanes_ballot_even(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    const sg_mask even = sg_ballot(sg, !(value & 1u));
    if (i < n) y[i] = sg_mask_count(even);
}

/* Lanes past the end repeat the last element in place of adding nothing. */
SG_KERNEL void lanes_sum_tail(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint sum = sg_reduce_add(sg, x[min(i, n - 1u)]);
    if (i < n) y[i] = sum;
}

/* A sum by hand for sub-groups of 32 lanes, whatever their width is. */
SG_KERNEL void lanes_sum_thirty_two(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    uint sum = i < n ? x[i] : 0u;
    for (uint distance = 16; distance > 0; distance /= 2) sum += sg_shuffle(sg, sum, sg_lane(sg) ^ distance);
    if (i < n) y[i] = sum;
}

/* Lane 0 alone writes the sum, as if no other lane had it. */
SG_KERNEL void lanes_sum_lane_zero(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint sum = sg_reduce_add(sg, i < n ? x[i] : 0u);
    if (i < n && sg_lane(sg) == 0) y[i] = sum;
}

/* The inclusive scan: the sum before a lane, and its own value in it. */
SG_KERNEL void lanes_scan_with_me(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint before = sg_scan_inclusive_add(sg, i < n ? x[i] : 0u);
    if (i < n) y[i] = before;
}
