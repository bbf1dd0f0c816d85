// Mistake: only lane 0 of each sub-group counts its element.
#include "sg/sg.h"

SG_KERNEL void histogram(__global const uint *x, __global uint *counts, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    if (i < n && sg_lane(sg) == 0) atomic_inc(&counts[x[i]]);
}
