// Mistake: the element itself is added; each counts as 1.
#include "sg/sg.h"

SG_KERNEL void histogram(__global const uint *x, __global uint *counts, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    if (i < n) atomic_add(&counts[x[i]], x[i]);
}
