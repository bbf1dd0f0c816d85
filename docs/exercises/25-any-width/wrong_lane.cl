// Mistake: every 32nd work-item writes; at 8 lanes three of four sub-groups have no such work-item.
#include "sg/sg.h"

SG_KERNEL void any_width(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    for (uint m = SG_WIDTH / 2; m > 0; m /= 2) v += sg_shuffle_xor(sg, v, m);
    if ((i & 31) == 0) y[get_group_id(0) * sg_count(sg) + sg_id(sg)] = v;
}
