// Mistake: lanes are counted from 1; they count from 0.
#include "sg/sg.h"

SG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = sg_lane(sg) + 1;
}
