#include "sg/sg.h"

SG_KERNEL void port(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint parts[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint lane = sg_lane(sg), s = sg_id(sg);
    const int odd = i < n && x[i] % 2 == 1;
    const sg_mask votes = sg_ballot(sg, odd);
    const uint below = sg_mask_count_below(votes, lane);
    if (lane == SG_WIDTH - 1) parts[s] = below + odd;
    sg_group_barrier_local(sg);
    uint before = 0;
    for (uint k = 0; k < s; k++) before += parts[k];
    if (i < n) y[i] = before + below;
}
