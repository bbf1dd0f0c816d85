// Mistake: only the first 32 lanes are counted; a mask may have several words, and sg_mask_count counts all.
#include "sg/sg.h"

SG_KERNEL void ballot(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const int odd = i < n && x[i] % 2 == 1;
    const sg_mask votes = sg_ballot(sg, odd);
    if (i < n) y[i] = popcount(sg_mask_words(votes).x);
}
