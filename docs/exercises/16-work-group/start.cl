#include "sg/sg.h"

/* totals[g] becomes the sum of work-group g. */
SG_KERNEL void group_sum(__global const uint *x, __global uint *totals, uint n SG_PARAMS) {
    __local uint parts[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    const uint v = i < n ? x[i] : 0;
    const uint sum = sg_reduce_add(sg, v);
    /* fill in: each sub-group writes its sum into parts; then all wait */
    if (get_local_id(0) == 0) {
        uint total = 0;
        /* fill in: add the parts */
        totals[get_group_id(0)] = total;
    }
}
