// Mistake: it waits for its own tile, which no other work-group publishes.
// Says: not end
#include "sg/sg.h"

SG_KERNEL void look_back(__global const uint *x, __global uint *states, __global uint *ticket, uint n SG_PARAMS) {
    __local uint shared[2];
    SG_BEGIN(sg);
    if (get_local_id(0) == 0) {
        shared[0] = atomic_inc(ticket);
        shared[1] = 0;
    }
    sg_group_barrier_local(sg);
    const uint tile = shared[0];
    const uint i = tile * SG_GROUP_SIZE + get_local_id(0);
    const uint sum = sg_reduce_add(sg, i < n ? x[i] : 0);
    if (sg_lane(sg) == 0) atomic_add(&shared[1], sum);
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        uint before = tile == 0;
        while (before == 0) before = atomic_or(&states[tile], 0);
        atomic_xchg(&states[tile], 2 * (before / 2 + shared[1]) + 1);
    }
}
