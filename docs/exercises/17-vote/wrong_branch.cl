// Mistake: the vote is in a branch that only some lanes take.
// Says: lanes missing
#include "sg/sg.h"

SG_KERNEL void vote(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    uint v = i < n ? x[i] : 0;
    const int mine = v > 850;
    uint high = 0;
    if (mine) high = sg_any(sg, mine);
    if (high) v += 1000;
    if (i < n) y[i] = v;
}
