// Mistake: the lane counts itself too; only the lanes below come before it.
#include "sg/sg.h"

SG_KERNEL void compiled(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const int large = i < n && x[i] >= 500;
    const sg_mask votes = sg_ballot(sg, large);
    if (i < n) y[i] = sg_mask_count_to(votes, sg_lane(sg));
}
