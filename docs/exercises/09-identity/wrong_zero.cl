// Mistake: lanes past the end contribute 0, which is the identity of a sum and smaller than the elements.
#include "sg/sg.h"

SG_KERNEL void lowest(__global const int *x, __global int *lows, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint place = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const int v = i < n ? x[i] : 0;
    const int low = sg_reduce_min(sg, v);
    if (sg_lane(sg) == 0) lows[place] = low;
}
