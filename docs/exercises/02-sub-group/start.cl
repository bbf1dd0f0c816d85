#include "sg/sg.h"

/* y[i] becomes the number of the sub-group among all sub-groups. */
SG_KERNEL void sub_group(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = sg_id(sg); /* fill in: this restarts at 0 in every work-group */
}
