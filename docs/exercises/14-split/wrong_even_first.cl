// Mistake: the even elements come first.
#include "sg/sg.h"

SG_KERNEL void split(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg), v = x[i];
    const int odd = v % 2 == 0;
    const sg_mask odd_lanes = sg_ballot(sg, odd);
    const uint below = sg_mask_count_below(odd_lanes, lane), all = sg_mask_count(odd_lanes);
    const uint seat = odd ? below : all + lane - below;
    y[i - lane + seat] = v;
}
