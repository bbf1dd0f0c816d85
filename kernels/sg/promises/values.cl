/* What operations return where OpenCL leaves it open, and which lane a work-item is.
 * SPDX-License-Identifier: MIT
 *
 * out: words of every work-item, by its linear number in the launch.
 */
#include "sg/sg.h"

/* The lane. */
SG_REQUIRED_WIDTH __kernel void values_lanes(__global uint *out) {
    const uint x = (uint)(get_local_id(1) * get_local_size(0) + get_local_id(0));
    const uint size = (uint)(get_local_size(0) * get_local_size(1)), at = (uint)get_group_id(0) * size + x;
    out[at] = SG_N_LANE();
}

/* Value of the next lane, written to local memory before a collective, without a barrier; 1: it was there. */
SG_KERNEL void values_handed(__global uint *out, __global const uint *in SG_PARAMS) {
    SG_BEGIN(sg);
    __local uint slots[SG_GROUP_SIZE];
    const uint at = (uint)get_global_id(0), id = (uint)get_local_id(0), lane = sg_lane(sg);
    const uint next = id - lane + (lane + 1) % SG_WIDTH;
    uint seen = 0;
    slots[id] = 0;
    sg_group_barrier_local(sg);
    for (uint round = 1; round <= 16; round++) {
        slots[id] = in[at] + round;
#if PROMISE_COLLECTIVE
        const uint any = (uint)sg_any(sg, slots[id] != 0);
#else
        const uint any = 1;
#endif
        seen += slots[next] == in[at - id + next] + round + any - 1;
        sg_group_barrier_local(sg);
    }
    out[at] = seen;
}
