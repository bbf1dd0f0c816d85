// Mistake: the work-group is taken to have 2 sub-groups; sg_count says how many it has.
#include "sg/sg.h"

SG_KERNEL void sub_group(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = get_group_id(0) * 2 + sg_id(sg);
}
