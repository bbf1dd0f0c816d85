// Mistake: all sub-groups add to one place; it holds the sum of the work-group, which is right with one sub-group.
#include "sg/sg.h"

SG_KERNEL void own_place(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint sums[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    if (get_local_id(0) == 0) sums[0] = 0;
    sg_group_barrier_local(sg);
    atomic_add(&sums[0], v);
    sg_group_barrier_local(sg);
    if (i < n) y[i] = sums[0];
}
