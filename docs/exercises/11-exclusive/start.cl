#include "sg/sg.h"

/* y[i] becomes the largest x of the lanes before this one, 0 on lane 0. */
SG_KERNEL void before(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    const uint largest = v; /* fill in */
    if (i < n) y[i] = largest;
}
