#include "sg/sg.h"

/* y[i] becomes the sum of the x from the start of the list up to this lane. */
SG_KERNEL void segments(__global const uint *x, __global const uint *head, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg);
    uint v = i < n ? x[i] : 0;
    const int starts = i < n && head[i] != 0;
    const uint first = 0; /* fill in: the lane at which this lane's list begins */
    for (uint d = 1; d < SG_WIDTH; d *= 2) {
        const uint below = sg_shuffle_up(sg, v, d);
        if (lane >= first + d) v += below;
    }
    if (i < n) y[i] = v;
}
