// Mistake: i / 32 is the number of the sub-group only at 32 lanes.
#include "sg/sg.h"

SG_KERNEL void any_width(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    for (uint m = SG_WIDTH / 2; m > 0; m /= 2) v += sg_shuffle_xor(sg, v, m);
    if (sg_lane(sg) == 0) y[i / 32] = v;
}
