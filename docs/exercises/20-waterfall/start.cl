#include "sg/sg.h"

/* y[i] becomes how many lanes of the sub-group hold the same x. */
SG_KERNEL void waterfall(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint key = i < n ? x[i] : 0;
    sg_mask left = sg_ballot(sg, i < n);
    uint alike = 0;
    /* fill in: the loop */
    if (i < n) y[i] = alike;
}
