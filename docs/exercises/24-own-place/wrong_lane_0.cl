// Mistake: only lane 0 adds; the values of the other lanes are left out.
#include "sg/sg.h"

SG_KERNEL void own_place(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint sums[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    if (sg_lane(sg) == 0) sums[sg_id(sg)] = 0;
    sg_group_barrier_local(sg);
    if (sg_lane(sg) == 0) atomic_add(&sums[sg_id(sg)], v);
    sg_group_barrier_local(sg);
    if (i < n) y[i] = sums[sg_id(sg)];
}
