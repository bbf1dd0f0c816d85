// Mistake: the ring is that of a sub-group; it is to be that of the work-group.
#include "sg/sg.h"

SG_KERNEL void message(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint slots[SG_GROUP_SIZE];
    SG_BEGIN(sg);
    const uint i = get_global_id(0), id = get_local_id(0), from = id - sg_lane(sg) + (sg_lane(sg) + SG_WIDTH - 1) % SG_WIDTH;
    uint value = i < n ? x[i] : 0;
    for (uint turn = 0; turn < 2; turn++) {
        slots[id] = value;
        sg_group_barrier_local(sg);
        value = slots[from];
        sg_group_barrier_local(sg);
    }
    if (i < n) y[i] = value;
}
