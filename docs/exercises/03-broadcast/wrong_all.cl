// Mistake: the first work-item of all is taken; each sub-group has its own lane 0.
#include "sg/sg.h"

SG_KERNEL void broadcast(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = x[0];
}
