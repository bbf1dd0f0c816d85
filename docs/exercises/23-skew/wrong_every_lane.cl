// Mistake: every lane adds with its own atomic; one lane of each set is enough.
#include "sg/sg.h"
#include "common/count_atomics.h"

SG_KERNEL void skew(__global const uint *x, __global uint *counts, __global uint *atomics, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint key = i < n ? x[i] : 16;
    const sg_mask same = sg_match_any(sg, key);
    if (i < n && 1) atomic_add(&counts[key], 1);
}
