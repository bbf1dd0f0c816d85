#include "sg/sg.h"

/* y[i] becomes how many elements before i in its work-group are odd. fill in: this is right only at 32 lanes */
SG_KERNEL void port(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint parts[32];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint lane = get_local_id(0) & 31, s = get_local_id(0) / 32;
    const int odd = i < n && x[i] % 2 == 1;
    const uint votes = sg_mask_words(sg_ballot(sg, odd)).x;
    const uint below = popcount(votes & ((1u << lane) - 1));
    if (lane == 31) parts[s] = below + odd;
    sg_group_barrier_local(sg);
    uint before = 0;
    for (uint k = 0; k < s; k++) before += parts[k];
    if (i < n) y[i] = before + below;
}
