// Mistake: values are shifted down; they must go up from the lane before.
#include "sg/sg.h"

SG_KERNEL void shift(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    const uint before = sg_shuffle_down(sg, v, 1);
    y[i] = sg_lane(sg) == 0 ? 0 : before;
}
