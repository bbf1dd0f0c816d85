/* What every lane learns from its sub-group: the sum of all values, how many are odd, and its neighbour's value. */
#include "crosslane_sg.h"

SG_KERNEL void learn(__global const uint *x, __global uint4 *out SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0), v = x[i];
    const uint sum = sg_reduce_add(sg, v);
    const uint odd = sg_mask_count(sg_ballot(sg, v & 1u));
    const uint neighbour = sg_shuffle_xor(sg, v, 1u);
    out[i] = (uint4)(sum, odd, neighbour, sg_lane(sg));
}
