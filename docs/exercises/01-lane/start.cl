#include "sg/sg.h"

/* y[i] becomes the lane of its work-item. There is one work-item per element. */
SG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = 0; /* fill in: the lane */
}
