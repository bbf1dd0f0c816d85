// Mistake: every element still goes to global memory with its own atomic.
#include "sg/sg.h"
#include "common/count_atomics.h"

SG_KERNEL void local_histogram(__global const uint *x, __global uint *counts, __global uint *atomics,
                               uint n SG_PARAMS) {
    __local uint mine[16];
    SG_BEGIN(sg);
    const uint i = get_global_id(0);
    for (uint b = get_local_id(0); b < 16; b += SG_GROUP_SIZE) mine[b] = 0;
    sg_group_barrier_local(sg);
    if (i < n) atomic_inc(&counts[x[i]]);
    sg_group_barrier_local(sg);
    for (uint b = get_local_id(0); b < 16; b += SG_GROUP_SIZE) mine[b] = 0;
}
