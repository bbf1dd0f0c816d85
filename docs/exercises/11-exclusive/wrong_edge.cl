// Mistake: lane 0 gets its own value back from the shift; no lane comes before it.
#include "sg/sg.h"

SG_KERNEL void before(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    const uint up_to = sg_scan_inclusive_max(sg, v);
    const uint shifted = sg_shuffle_up(sg, up_to, 1);
    const uint largest = shifted;
    if (i < n) y[i] = largest;
}
