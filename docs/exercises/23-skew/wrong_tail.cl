// Mistake: lanes past the end count as equal to the elements that are 0.
#include "sg/sg.h"
#include "common/count_atomics.h"

SG_KERNEL void skew(__global const uint *x, __global uint *counts, __global uint *atomics, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint key = i < n ? x[i] : 0;
    const sg_mask same = sg_match_any(sg, key);
    if (i < n && sg_lane(sg) == sg_mask_lowest(same)) atomic_add(&counts[key], sg_mask_count(same));
}
