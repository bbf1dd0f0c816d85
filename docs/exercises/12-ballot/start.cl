#include "sg/sg.h"

/* y[i] becomes how many elements of the sub-group are odd. */
SG_KERNEL void ballot(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const int odd = i < n && x[i] % 2 == 1;
    const sg_mask votes = sg_mask_empty(); /* fill in */
    if (i < n) y[i] = 0; /* fill in */
}
