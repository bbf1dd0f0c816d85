// Mistake: the next lane's element is read from memory; sg_shuffle moves it.
// Says: values must move between lanes by an operation of the sub-group
#include "sg/sg.h"

SG_KERNEL void ring(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint lane = sg_lane(sg);
    y[i] = x[i - lane + (lane + 1) % SG_WIDTH];
}
