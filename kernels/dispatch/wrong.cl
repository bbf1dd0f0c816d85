/* dispatch: a planted wrong kernel that is no change of a right one. Others are in dispatch.c. SPDX-License-Identifier: MIT
 */
#include "dispatch/dispatch.h"

/* The consumer takes whole tiles, and so what stands behind the last item. `room` keeps it inside of the arrays. */
__kernel void dispatch_whole_tiles(__global const uint *restrict items, __global uint *restrict out, uint room, uint work) {
    for (size_t j = get_local_id(0); j < TILE; j += SG_GROUP_SIZE) {
        const size_t i = get_group_id(0) * TILE + j;
        if (i < room) out[i] = dispatch_work(items[i], work);
    }
}
