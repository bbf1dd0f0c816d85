// Mistake: the element before is read from memory; on lane 0 it belongs to another sub-group.
#include "sg/sg.h"

SG_KERNEL void shift(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    const uint before = sg_shuffle_up(sg, v, 1);
    y[i] = i == 0 ? 0 : x[i - 1];
}
