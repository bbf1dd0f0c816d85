// Mistake: each lane uses its own value; the vote of the whole sub-group decides.
#include "sg/sg.h"

SG_KERNEL void vote(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    const int mine = v > 850;
    const uint high = mine;
    if (high) v += 1000;
    if (i < n) y[i] = v;
}
