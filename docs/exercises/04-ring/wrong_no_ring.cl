// Mistake: the last lane keeps its own value; in a ring lane 0 comes after it.
#include "sg/sg.h"

SG_KERNEL void ring(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = sg_shuffle_down(sg, v, 1);
}
