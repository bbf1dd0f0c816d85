#include "sg/sg.h"

/* y[i] becomes the lane of the work-item that makes it. There are as many work-items as elements. */
SG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = 0; /* fill in: the lane */
}
