// Mistake: sg_count is multiplied by the sub-group's number instead of the work-group's.
#include "sg/sg.h"

SG_KERNEL void sub_group(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = sg_id(sg) * sg_count(sg) + get_group_id(0);
}
