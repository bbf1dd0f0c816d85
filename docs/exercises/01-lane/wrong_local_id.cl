// Mistake: the number in the work-group is taken for the lane; that is right only in the first sub-group.
#include "sg/sg.h"

SG_KERNEL void lane(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = get_local_id(0);
}
