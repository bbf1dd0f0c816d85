// Mistake: an exclusive scan gives lane 0 the sum of no lanes; sg_reduce_add is the sum of all.
#include "sg/sg.h"

SG_KERNEL void reduce(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint v = x[get_global_id(0)];
    const uint sum = sg_scan_exclusive_add(sg, v);
    if (sg_lane(sg) == 0) totals[place] = sum;
}
