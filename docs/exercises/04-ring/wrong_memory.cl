// Mistake: the next element in memory is taken; the last lane then gets an element of the next sub-group.
#include "sg/sg.h"

SG_KERNEL void ring(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = x[(i + 1) % n];
}
