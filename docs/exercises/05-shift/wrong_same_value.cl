// Mistake: lane 0 is told from the others by its value; neighbours may hold the same value.
#include "sg/sg.h"

SG_KERNEL void shift(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    const uint before = sg_shuffle_up(sg, v, 1);
    y[i] = before == v ? 0 : before;
}
