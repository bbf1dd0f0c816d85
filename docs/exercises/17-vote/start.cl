#include "sg/sg.h"

/* y[i] becomes x[i], or x[i] + 1000 where some x of the sub-group is above 850. */
SG_KERNEL void vote(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    const int mine = v > 850;
    const uint high = mine; /* fill in: ask all lanes */
    if (high) v += 1000;
    if (i < n) y[i] = v;
}
