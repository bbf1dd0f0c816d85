#include "sg/sg.h"

/* y becomes the sums of the sub-groups. fill in: replace the numbers that are right only at 32 lanes */
SG_KERNEL void any_width(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    for (uint m = 16; m > 0; m /= 2) v += sg_shuffle(sg, v, (sg_lane(sg) ^ m) % SG_WIDTH);
    if ((i & 31) == 0) y[i / 32] = v;
}
