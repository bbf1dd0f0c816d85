#include "sg/sg.h"

/* y[i] becomes the sum of the sub-group that work-item i is in. */
SG_KERNEL void own_place(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    __local uint sums[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    /* fill in: the place of each sub-group becomes 0, all add, all wait in between */
    if (i < n) y[i] = v; /* fill in: the sum of this sub-group */
}
