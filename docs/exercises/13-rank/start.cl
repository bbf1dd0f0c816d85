#include "sg/sg.h"

/* y[i] becomes how many of the lanes below have an odd element. */
SG_KERNEL void rank(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const int odd = i < n && x[i] % 2 == 1;
    const sg_mask votes = sg_ballot(sg, odd);
    if (i < n) y[i] = sg_mask_count(votes); /* fill in: only the lanes below */
}
