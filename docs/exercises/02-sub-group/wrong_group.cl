// Mistake: get_group_id is the number of the work-group, which has several sub-groups.
#include "sg/sg.h"

SG_KERNEL void sub_group(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = get_group_id(0);
}
