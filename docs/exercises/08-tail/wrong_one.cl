// Mistake: lanes past the end add 1; the value that changes no sum is 0.
#include "sg/sg.h"

SG_KERNEL void tail(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint v = i < n ? x[i] : 1;
    const uint sum = sg_reduce_add(sg, v);
    if (sg_lane(sg) == 0) totals[place] = sum;
}
