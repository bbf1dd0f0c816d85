// Mistake: the value from the other lane replaces the own value; it must be added.
#include "sg/sg.h"

SG_KERNEL void butterfly(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = x[i];
    for (uint m = SG_WIDTH / 2; m > 0; m /= 2) v = sg_shuffle_xor(sg, v, m);
    y[i] = v;
}
