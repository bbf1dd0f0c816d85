// Mistake: parts is written again while other sub-groups still read the largest values.
// Says: race
#include "sg/sg.h"

SG_KERNEL void gaps(__global const uint *x, __global uint *gaps, uint n SG_PARAMS) {
    __local uint parts[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    const uint own = sg_reduce_max(sg, v);
    if (sg_lane(sg) == 0) parts[sg_id(sg)] = own;
    sg_group_barrier_local(sg);
    uint largest = 0, sum = 0;
    for (uint s = 0; s < sg_count(sg); s++) largest = max(largest, parts[s]);
    const uint gap = sg_reduce_add(sg, i < n ? largest - v : 0);
    if (sg_lane(sg) == 0) parts[sg_id(sg)] = gap;
    sg_group_barrier_local(sg);
    for (uint s = 0; s < sg_count(sg); s++) sum += parts[s];
    if (get_local_id(0) == 0) gaps[get_group_id(0)] = sum;
}
