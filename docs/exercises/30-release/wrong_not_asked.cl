// Mistake: a lane changes the sum whether or not the lock was free.
#include "sg/sg.h"
#define POLLS 10000

SG_KERNEL void guarded(__global const uint *x, __global uint *sums, __global uint *gave_up, uint n SG_PARAMS) {
    __local volatile uint lock[SG_GROUP_SIZE / SG_WIDTH], sum[SG_GROUP_SIZE / SG_WIDTH];
    SG_BEGIN(sg);
    const uint i = get_global_id(0), s = sg_id(sg);
    if (sg_lane(sg) == 0) {
        lock[s] = s == 3; /* held by a work-item that never releases it */
        sum[s] = 0;
    }
    sg_group_barrier_local(sg);
    uint done = i >= n;
    for (uint poll = 0; poll < POLLS && !done; poll++)
        if (atomic_xchg(&lock[s], 1) <= 1) {
            mem_fence(CLK_LOCAL_MEM_FENCE);
            sum[s] += x[i];
            mem_fence(CLK_LOCAL_MEM_FENCE);
            atomic_xchg(&lock[s], 0);
            done = 1;
        }
    const uint left = sg_mask_count(sg_ballot(sg, !done));
    sg_group_barrier_local(sg);
    if (sg_lane(sg) == 0) {
        sums[get_group_id(0) * sg_count(sg) + s] = sum[s];
        gave_up[get_group_id(0) * sg_count(sg) + s] = left;
    }
}
