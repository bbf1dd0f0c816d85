/* positive: the elements above 0, packed. SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  kept[capacity], count[1]
 *
 * The count includes elements that did not fit. All kernels except positive_loop add to a count of 0 and leave the
 * order unspecified.
 */
#include "sg/sg.h"

/* The definition, as a loop: one work-item. */
__kernel void positive_loop(__global const float *restrict x, __global float *restrict kept,
                            __global uint *restrict count, uint n, uint capacity) {
    uint made = 0;
    for (uint i = 0; i < n; ++i) {
        if (!(x[i] > 0.0f)) continue;
        if (made < capacity) kept[made] = x[i];
        ++made;
    }
    *count = made;
}

/* Each element's work-item takes its own place. */
__kernel void positive_atomic(__global const float *restrict x, __global float *restrict kept,
                              __global uint *restrict count, uint n, uint capacity) {
    const uint i = (uint)get_global_id(0);
    if (i >= n || !(x[i] > 0.0f)) return;
    const uint place = atomic_inc(count);
    if (place < capacity) kept[place] = x[i];
}

/* Lane 0 takes places for all lanes together; each lane counts the kept ones below it. */
SG_KERNEL void positive_sub_group(__global const float *restrict x, __global float *restrict kept,
                                  __global uint *restrict count, uint n, uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const int keep = i < n ? x[i] > 0.0f : 0;
    const sg_mask mask = sg_ballot(sg, keep);
    uint base = 0;
    if (sg_lane(sg) == 0) base = atomic_add(count, sg_mask_count(mask));
    base = sg_broadcast(sg, base, 0u);
    const uint place = base + sg_mask_count_below(mask, sg_lane(sg));
    if (keep && place < capacity) kept[place] = x[i];
}
