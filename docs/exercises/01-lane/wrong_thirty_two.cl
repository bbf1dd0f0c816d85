// Mistake: the answer assumes 32 lanes; SG_WIDTH is the number of lanes.
#include "sg/sg.h"

SG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = i % 32;
}
