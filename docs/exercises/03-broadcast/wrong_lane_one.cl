// Mistake: the value of lane 1 is taken; the first lane has number 0.
#include "sg/sg.h"

SG_KERNEL void broadcast(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = sg_broadcast(sg, v, 1);
}
