// Mistake: lanes past the end read the last element again, so it is added several times.
#include "sg/sg.h"

SG_KERNEL void tail(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint v = x[min(i, n - 1)];
    const uint sum = sg_reduce_add(sg, v);
    if (sg_lane(sg) == 0) totals[place] = sum;
}
