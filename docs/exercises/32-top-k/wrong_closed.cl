// Mistake: lanes that are out already take part again.
#include "sg/sg.h"

SG_KERNEL void top(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg);
    const uint v = i < n ? x[i] : 0;
    sg_mask chosen = sg_mask_empty(), open = sg_ballot(sg, i < n);
    for (uint bit = 32; bit > 0; bit /= 2) {
        const sg_mask ones = sg_ballot(sg, (v & bit) != 0);
        if (sg_mask_count(chosen) + sg_mask_count(ones) > 4) {
            open = ones;
        } else {
            chosen = sg_mask_or(chosen, ones);
            open = sg_mask_andnot(open, ones);
        }
    }
    const uint seat = sg_mask_count(chosen) + sg_mask_count_below(open, lane);
    const int kept = sg_mask_bit(chosen, lane) || (sg_mask_bit(open, lane) && seat < 4);
    if (i < n) y[i] = kept ? v : 0;
}
