// Mistake: get_local_id(0) == 0 is one work-item per work-group; the other sub-groups write nothing.
#include "sg/sg.h"

SG_KERNEL void reduce(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint v = x[get_global_id(0)];
    const uint sum = sg_reduce_add(sg, v);
    if (get_local_id(0) == 0) totals[place] = sum;
}
