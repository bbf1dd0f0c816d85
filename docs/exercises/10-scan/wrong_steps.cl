// Mistake: d grows by 1, so lanes are added several times; d must double.
#include "sg/sg.h"

SG_KERNEL void scan(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    for (uint d = 1; d < SG_WIDTH; d += 1) {
        const uint below = sg_shuffle_up(sg, v, d);
        if (sg_lane(sg) >= d) v += below;
    }
    if (i < n) y[i] = v;
}
