// Mistake: sg_shuffle_down moves values in one direction; then only lane 0 has the whole sum.
#include "sg/sg.h"

SG_KERNEL void butterfly(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = x[i];
    for (uint m = SG_WIDTH / 2; m > 0; m /= 2) v += sg_shuffle_down(sg, v, m);
    y[i] = v;
}
