// Mistake: every lane gets its own value; all lanes must ask for the same lane, 0.
#include "sg/sg.h"

SG_KERNEL void broadcast(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = x[i];
    y[i] = v;
}
