#include "sg/sg.h"

/* y[i] becomes x[i] if it is one of the four largest of its sub-group, else 0. */
SG_KERNEL void top(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg);
    const uint v = i < n ? x[i] : 0;
    sg_mask chosen = sg_mask_empty(), open = sg_ballot(sg, i < n);
    for (uint bit = 32; bit > 0; bit /= 2) {
        /* fill in: which open lanes have this bit? Are they too many, or are they among the four? */
    }
    const uint seat = sg_mask_count(chosen) + sg_mask_count_below(open, lane);
    const int kept = seat < 4; /* fill in: chosen lanes, and the lowest open lanes */
    if (i < n) y[i] = kept ? v : 0;
}
