// Mistake: the first head of the sub-group is taken for the start of every later list.
#include "sg/sg.h"

SG_KERNEL void segments(__global const uint *x, __global const uint *head, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0), lane = sg_lane(sg);
    uint v = i < n ? x[i] : 0;
    const int starts = i < n && head[i] != 0;
    const sg_mask heads = sg_mask_and(sg_ballot(sg, starts), sg_mask_le(sg));
    const uint first = sg_mask_none(heads) ? 0 : sg_mask_lowest(heads);
    for (uint d = 1; d < SG_WIDTH; d *= 2) {
        const uint below = sg_shuffle_up(sg, v, d);
        if (lane >= first + d) v += below;
    }
    if (i < n) y[i] = v;
}
