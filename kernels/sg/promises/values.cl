/* Results of operations that OpenCL leaves open, and the lane of each work-item.
 * SPDX-License-Identifier: MIT
 *
 * out: words of every work-item, by its linear number in the launch.
 */
#include "sg/promises/together.h"

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

/* Shuffles from lane `far + the next lane`, past the last one. With far = 0, the lower half of the lanes reads the upper
 * half, which does not take part. A lane's value is 100 + its number.
 */
SG_REQUIRED_WIDTH __kernel void values_shuffled(__global uint *out, uint far) {
    const uint lane = SG_N_LANE(), value = 100u + lane;
    uint result = 0;
    if (far != 0)
        result = shuffle_here(value, far + (lane + 1u) % SG_WIDTH);
    else if (lane < SG_WIDTH / 2)
        result = shuffle_here(value, lane + SG_WIDTH / 2);
    out[(uint)get_group_id(0) * SG_WIDTH + lane] = result;
}

/* Sum, minimum and maximum, each lane's bits. */
SG_KERNEL void values_reduced(__global uint *out, __global const float *in SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg), at = (uint)get_group_id(0) * SG_WIDTH + lane, all = (uint)get_global_size(0);
    out[at] = as_uint(sg_reduce_add(sg, in[at]));
    out[all + at] = as_uint(sg_reduce_min(sg, in[at]));
    out[2 * all + at] = as_uint(sg_reduce_max(sg, in[at]));
}
