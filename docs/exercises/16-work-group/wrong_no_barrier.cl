// Mistake: there is no barrier between writing the parts and reading them.
// Says: race
#include "sg/sg.h"

SG_KERNEL void group_sum(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    __local uint parts[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    const uint sum = sg_reduce_add(sg, v);
    if (sg_lane(sg) == 0) parts[sg_id(sg)] = sum;
    if (get_local_id(0) == 0) {
        uint total = 0;
        for (uint s = 0; s < sg_count(sg); s++) total += parts[s];
        totals[get_group_id(0)] = total;
    }
}
