// Mistake: values that other lanes put into local memory are read without a barrier in between.
// Says: race
#include "sg/sg.h"

SG_KERNEL void own_place(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint values[SG_GROUP_SIZE];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    values[get_local_id(0)] = v;
    uint sum = 0;
    for (uint k = 0; k < SG_WIDTH; k++) sum += values[sg_id(sg) * SG_WIDTH + k];
    if (i < n) y[i] = sum;
}
