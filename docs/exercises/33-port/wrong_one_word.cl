// Mistake: a uint has the votes of 32 lanes; at 64 lanes the upper half is left out.
#include "sg/sg.h"

SG_KERNEL void port(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint parts[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint lane = sg_lane(sg), s = sg_id(sg);
    const int odd = i < n && x[i] % 2 == 1;
    const uint votes = sg_mask_words(sg_ballot(sg, odd)).x;
    const uint below = popcount(lane < 32 ? votes & ((1u << lane) - 1) : votes);
    if (lane == SG_WIDTH - 1) parts[s] = below + odd;
    sg_group_barrier_local(sg);
    uint before = 0;
    for (uint k = 0; k < s; k++) before += parts[k];
    if (i < n) y[i] = before + below;
}
