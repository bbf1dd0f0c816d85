#include "sg/sg.h"

/* y[i] becomes the x of the next lane, round the ring. */
SG_KERNEL void ring(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = sg_shuffle(sg, v, sg_lane(sg) /* fill in: which lane to ask */);
}
