#include "sg/sg.h"
#include "common/count_atomics.h"

/* counts[b] becomes how many x are b. One atomic per sub-group and value that it holds. */
SG_KERNEL void skew(__global const uint *x, __global uint *counts, __global uint *atomics, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint key = i < n ? x[i] : 16;
    if (i < n) atomic_inc(&counts[key]); /* fill in: one lane adds for all that hold the same value */
}
