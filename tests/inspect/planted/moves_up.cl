/* Shuffles up by a distance that differs between lanes, a uniform one, and a constant.
   all: waterfalls==0 loops==0
   nv: cross_lane==3 */
#include "crosslane_sg.h"
SG_KERNEL void moves_up(__global int *x, uint far SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    int v = x[i];
    v = sg_shuffle_up(sg, v, (uint)x[i + 64]) ^ 1;
    v = sg_shuffle_up(sg, v, far) ^ 2;
    x[i] = sg_shuffle_up(sg, v, 1u);
}
