// Mistake: only lane 0 knows the base; it must be broadcast.
#include "sg/sg.h"
#include "common/count_atomics.h"

SG_KERNEL void append(__global const uint *x, __global uint *kept, __global uint *count, __global uint *atomics,
                      uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg);
    const uint v = i < n ? x[i] : 0;
    const int odd = v % 2 == 1;
    const sg_mask votes = sg_ballot(sg, odd);
    const uint all = sg_mask_count(votes), below = sg_mask_count_below(votes, lane);
    uint base = 0;
    if (lane == 0 && all > 0) base = atomic_add(count, all);
    if (odd) kept[base + below] = v;
}
