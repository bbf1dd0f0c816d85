// Mistake: the lowest lane adds 1, not as many as its set has lanes.
#include "sg/sg.h"
#include "common/count_atomics.h"

SG_KERNEL void skew(__global const uint *x, __global uint *counts, __global uint *atomics, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint key = i < n ? x[i] : 16;
    const sg_mask same = sg_match_any(sg, key);
    if (i < n && sg_lane(sg) == sg_mask_lowest(same)) atomic_add(&counts[key], 1);
}
