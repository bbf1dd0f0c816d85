/* keep: kernels kept because they are wrong, each with the bug's name in its own. SPDX-License-Identifier: MIT
 *
 * Parameters are those of keep.cl. No kernel writes outside its arrays.
 */
#include "sg/sg.h"

/* Lanes past the end are counted as kept. */
SG_KERNEL void keep_tail(__global const float *restrict x, __global float *restrict kept, __global uint *restrict count,
                         uint n, uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const int keep = i < n ? x[i] > 0.0f : 1;
    const sg_mask mask = sg_ballot(sg, keep);
    uint base = 0;
    if (sg_lane(sg) == 0) base = atomic_add(count, sg_mask_count(mask));
    base = sg_broadcast(sg, base, 0u);
    const uint place = base + sg_mask_count_below(mask, sg_lane(sg));
    if (keep && i < n && place < capacity) kept[place] = x[i];
}
