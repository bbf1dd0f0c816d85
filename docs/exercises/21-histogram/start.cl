#include "sg/sg.h"

/* counts[b] becomes how many x are b. */
SG_KERNEL void histogram(__global const uint *x, __global uint *counts, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    /* fill in */
}
