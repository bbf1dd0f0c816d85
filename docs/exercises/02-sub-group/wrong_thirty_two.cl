// Mistake: a sub-group is taken to have 32 lanes; SG_WIDTH says how many it has.
#include "sg/sg.h"

SG_KERNEL void sub_group(__global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    y[i] = i / 32;
}
