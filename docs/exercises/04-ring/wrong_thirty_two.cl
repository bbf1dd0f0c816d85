// Mistake: the answer assumes 32 lanes; SG_WIDTH is the number of lanes.
// Says: '% 32' assumes 32 lanes; SG_WIDTH is the number of lanes
#include "sg/sg.h"

SG_KERNEL void ring(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = sg_shuffle(sg, v, (sg_lane(sg) + 1) % 32);
}
