/* dispatch: a planted wrong kernel; others are edits in dispatch.c.
 * SPDX-License-Identifier: MIT */
#include "dispatch/dispatch.h"

/* The consumer processes whole tiles, past the last item. `room` keeps it inside the arrays. */
__kernel void dispatch_whole_tiles(__global const uint *restrict items, __global uint *restrict out, uint room, uint work) {
    for (size_t j = get_local_id(0); j < TILE; j += SG_GROUP_SIZE) {
        const size_t i = get_group_id(0) * TILE + j;
        if (i < room) out[i] = dispatch_work(items[i], work);
    }
}
