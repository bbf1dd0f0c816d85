// Mistake: only the first work-item of all is taken for an edge; every sub-group has an edge, at its lane 0.
#include "sg/sg.h"

SG_KERNEL void shift(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    const uint before = sg_shuffle_up(sg, v, 1);
    y[i] = i == 0 ? 0 : before;
}
