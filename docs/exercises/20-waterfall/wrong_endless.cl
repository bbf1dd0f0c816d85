// Mistake: the lane whose number is the key is removed, not the lanes that hold the key, so the loop need not end.
// Says: not end
#include "sg/sg.h"

SG_KERNEL void waterfall(__global const uint *x, __global uint *y, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint key = i < n ? x[i] : 0;
    sg_mask left = sg_ballot(sg, i < n);
    uint alike = 0;
    while (!sg_mask_none(left)) {
        const uint value = sg_broadcast(sg, key, sg_mask_lowest(left));
        const int mine = i < n && key == value;
        const sg_mask holders = sg_ballot(sg, mine);
        if (mine) alike = sg_mask_count(holders);
        left = sg_mask_andnot(left, sg_mask_lane(value));
    }
    if (i < n) y[i] = alike;
}
