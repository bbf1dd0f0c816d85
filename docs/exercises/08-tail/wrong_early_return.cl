// Mistake: lanes without an element return before the sum; every lane must reach it.
// Says: lanes missing
#include "sg/sg.h"

SG_KERNEL void tail(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    if (i >= n) return;
    const uint v = x[i];
    const uint sum = sg_reduce_add(sg, v);
    if (sg_lane(sg) == 0) totals[place] = sum;
}
