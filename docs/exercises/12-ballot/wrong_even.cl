// Mistake: the even elements are counted.
#include "sg/sg.h"

SG_KERNEL void ballot(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const int odd = i < n && x[i] % 2 == 0;
    const sg_mask votes = sg_ballot(sg, odd);
    if (i < n) y[i] = sg_mask_count(votes);
}
