// Mistake: the number in the work-group is taken for the lane; from the second sub-group on all votes are below it.
#include "sg/sg.h"

SG_KERNEL void rank(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const int odd = i < n && x[i] % 2 == 1;
    const sg_mask votes = sg_ballot(sg, odd);
    if (i < n) y[i] = sg_mask_count_below(votes, get_local_id(0));
}
