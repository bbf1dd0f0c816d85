// Mistake: lane 1 gets 0: lane 0's value is set to 0 before the shift, or lane 1 is taken for the edge.
#include "sg/sg.h"

SG_KERNEL void shift(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = sg_lane(sg) == 0 ? 0 : x[i];
    y[i] = sg_shuffle_up(sg, v, 1);
}
