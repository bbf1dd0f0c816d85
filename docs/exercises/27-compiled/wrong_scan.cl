// Mistake: a scan of 0 and 1 moves a value between lanes in each of its steps, whichever scan it is.
// Says: cross_lane
#include "sg/sg.h"

SG_KERNEL void compiled(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint large = i < n && x[i] >= 500;
    const uint to = sg_scan_inclusive_add(sg, large);
    if (i < n) y[i] = to - large;
}
