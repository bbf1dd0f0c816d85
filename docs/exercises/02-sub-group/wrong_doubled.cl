// Mistake: the sub-groups of the work-groups before are counted twice; get_group_id * sg_count is their number.
#include "sg/sg.h"

SG_KERNEL void sub_group(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = get_group_id(0) * sg_count(sg) * 2 + sg_id(sg);
}
