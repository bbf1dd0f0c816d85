#include "sg/sg.h"

/* y[i] becomes the sum of the x of the sub-group, on every lane. */
SG_KERNEL void butterfly(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = x[i];
    /* fill in: a loop of sg_shuffle_xor */
    y[i] = v;
}
