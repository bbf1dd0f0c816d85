#include "sg/sg.h"

/* y[i] = the sum of x over i's sub-group. */
SG_KERNEL void sample_sum(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const uint sum = sg_reduce_add(sg, i < n ? x[i] : 0u);
    SG_SHOW(sg, "sum", sum);
    if (i < n) y[i] = sum;
}
