// Mistake: the tail is forgotten: lanes past the end add values from past the end of the array.
#include "sg/sg.h"

SG_KERNEL void tail(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint v = x[i];
    const uint sum = sg_reduce_add(sg, v);
    if (sg_lane(sg) == 0) totals[place] = sum;
}
