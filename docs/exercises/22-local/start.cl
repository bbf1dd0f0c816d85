#include "sg/sg.h"
#include "common/count_atomics.h"

/* counts[b] becomes how many x are b. At most 16 global atomics per work-group. */
SG_KERNEL void local_histogram(__global const uint *x, __global uint *counts, __global uint *atomics,
                               uint n SG_PARAMS) {
    __local uint mine[16];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    for (uint b = get_local_id(0); b < 16; b += SG_GROUP_SIZE) mine[b] = 0;
    sg_group_barrier_local(sg);
    /* fill in: count in the copy */
    sg_group_barrier_local(sg);
    /* fill in: add the copy to the counts */
}
