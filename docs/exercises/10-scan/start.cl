#include "sg/sg.h"

/* y[i] becomes the sum of the x of the sub-group up to and including this lane. */
SG_KERNEL void scan(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    for (uint d = 1; d < SG_WIDTH; d *= 2) {
        /* fill in: fetch, then add where there is a lane d below */
    }
    if (i < n) y[i] = v;
}
