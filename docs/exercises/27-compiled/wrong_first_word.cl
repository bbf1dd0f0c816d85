// Mistake: only the first 32 lanes are counted; a mask may have several words, and sg_mask_count_below counts all.
#include "sg/sg.h"

SG_KERNEL void compiled(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const int large = i < n && x[i] >= 500;
    const sg_mask votes = sg_ballot(sg, large);
    if (i < n) y[i] = popcount(sg_mask_words(votes).x & sg_mask_words(sg_mask_lt(sg)).x);
}
