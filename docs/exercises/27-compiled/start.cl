#include "sg/sg.h"

/* y[i] becomes how many lanes before this lane hold 500 or more. fill in: replace the scan without moving values */
SG_KERNEL void compiled(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint large = i < n && x[i] >= 500;
    const uint before = sg_scan_exclusive_add(sg, large);
    if (i < n) y[i] = before;
}
