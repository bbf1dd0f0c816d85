// Mistake: a loop of shuffles is the same scan written by hand, and moves as much.
// Says: cross_lane
#include "sg/sg.h"

SG_KERNEL void compiled(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg);
    const uint large = i < n && x[i] >= 500;
    uint to = large;
    for (uint d = 1; d < SG_WIDTH; d *= 2) {
        const uint below = sg_shuffle_up(sg, to, d);
        to += lane >= d ? below : 0;
    }
    if (i < n) y[i] = to - large;
}
