/* lanes: five small kernels, one per sub-group operation.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  y[n], the result of each lane
 *
 * Requires: n below 2^32 less a work-group. Costs: 8 bytes per element. Lanes without an element take part with a 0,
 * and write nothing.
 */
#include "sg/sg.h"

SG_KERNEL void lanes_lane(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint lane = sg_lane(sg);
    SG_SHOW(sg, "lane", lane);
    if (i < n) y[i] = lane;
}

/* Every lane takes the value of the next lane; the last one takes that of lane 0. */
SG_KERNEL void lanes_shuffle(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    SG_SHOW(sg, "value", value);
    const uint next = sg_shuffle(sg, value, (sg_lane(sg) + 1u) % sg_width(sg));
    SG_SHOW(sg, "next", next);
    if (i < n) y[i] = next;
}

/* Counts the odd values of the sub-group. */
SG_KERNEL void lanes_ballot(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    SG_SHOW(sg, "value", value);
    const sg_mask odd = sg_ballot(sg, value & 1u);
    SG_SHOW(sg, "odd", (int)sg_mask_bit(odd, sg_lane(sg)));
    SG_SHOW(sg, "count", sg_mask_count(odd));
    if (i < n) y[i] = sg_mask_count(odd);
}

/* Every lane gets the sum of all values. */
SG_KERNEL void lanes_sum(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    SG_SHOW(sg, "value", value);
    const uint sum = sg_reduce_add(sg, value);
    SG_SHOW(sg, "sum", sum);
    if (i < n) y[i] = sum;
}

/* Every lane gets the sum of the values before its own. */
SG_KERNEL void lanes_scan(__global const uint *restrict x, __global uint *restrict y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), value = i < n ? x[i] : 0u;
    SG_SHOW(sg, "value", value);
    const uint before = sg_scan_exclusive_add(sg, value);
    SG_SHOW(sg, "before", before);
    if (i < n) y[i] = before;
}
