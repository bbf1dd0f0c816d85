// Mistake: sg_id counts the sub-groups of one work-group, and begins with 0 in each.
#include "sg/sg.h"

SG_KERNEL void sub_group(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = sg_id(sg);
}
