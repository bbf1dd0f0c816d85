// Mistake: the answer assumes 32 lanes; SG_WIDTH is the number of lanes.
#include "sg/sg.h"

SG_KERNEL void broadcast(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = x[i - i % 32];
}
