// Mistake: sg_id is the number of the sub-group, not of the lane in it.
#include "sg/sg.h"

SG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = sg_id(sg);
}
