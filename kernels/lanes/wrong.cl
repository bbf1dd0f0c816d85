/* lanes: wrong on purpose, with typical errors of first kernels.
 * SPDX-License-Identifier: MIT
 *
 * Parameters, requirements and costs are those of lanes.cl; a name begins with the name of the correct kernel. No
 * kernel reads outside its arrays.
 */
#include "sg/sg.h"

/* Uses the work-item's number instead of the lane. */
SG_KERNEL void lanes_lane_item(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    if (i < n) y[i] = i;
}

SG_KERNEL void lanes_shuffle_itself(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    const uint next = sg_shuffle(sg, value, sg_lane(sg));
    if (i < n) y[i] = next;
}

/* Votes on "even", which is true on lanes without an element. */
SG_KERNEL void lanes_ballot_even(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    const sg_mask even = sg_ballot(sg, !(value & 1u));
    if (i < n) y[i] = sg_mask_count(even);
}

/* Lanes past the end add the last element again instead of 0. */
SG_KERNEL void lanes_sum_tail(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint sum = sg_reduce_add(sg, x[min(i, n - 1u)]);
    if (i < n) y[i] = sum;
}

/* A sum for sub-groups of 32 lanes, used at any width. */
SG_KERNEL void lanes_sum_thirty_two(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    uint sum = i < n ? x[i] : 0u;
    for (uint distance = 16; distance > 0; distance /= 2) sum += sg_shuffle(sg, sum, sg_lane(sg) ^ distance);
    if (i < n) y[i] = sum;
}

/* Only lane 0 writes the sum. */
SG_KERNEL void lanes_sum_lane_zero(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint sum = sg_reduce_add(sg, i < n ? x[i] : 0u);
    if (i < n && sg_lane(sg) == 0) y[i] = sum;
}

/* Uses an inclusive scan, which adds the lane's own value. */
SG_KERNEL void lanes_scan_with_me(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint before = sg_scan_inclusive_add(sg, i < n ? x[i] : 0u);
    if (i < n) y[i] = before;
}
