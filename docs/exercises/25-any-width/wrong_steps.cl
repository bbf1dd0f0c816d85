// Mistake: the steps begin with 16, half of 32 lanes: at 64 lanes the sum covers half of the lanes.
#include "sg/sg.h"

SG_KERNEL void any_width(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    for (uint m = 16; m > 0; m /= 2) v += sg_shuffle(sg, v, (sg_lane(sg) ^ m) % SG_WIDTH);
    if (sg_lane(sg) == 0) y[get_group_id(0) * sg_count(sg) + sg_id(sg)] = v;
}
