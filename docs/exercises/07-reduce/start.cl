#include "sg/sg.h"

/* totals[s] becomes the sum of sub-group s. */
SG_KERNEL void reduce(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint v = x[get_global_id(0)];
    const uint sum = v; /* fill in */
    if (sg_lane(sg) == 0) totals[place] = sum;
}
