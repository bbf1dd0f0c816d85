// Mistake: the index of lane 0 is broadcast instead of its value x[i].
#include "sg/sg.h"

SG_KERNEL void broadcast(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = sg_broadcast(sg, i, 0);
}
