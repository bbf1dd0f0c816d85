/* compact: a planted wrong kernel; others are edits in compact.c.
 * SPDX-License-Identifier: MIT
 *
 * Parameters as in stable.cl. It writes only inside its arrays.
 */
#include "compact/compact.h"

/* A work-item takes consecutive positions for its elements, which are SG_GROUP_SIZE apart in x: its second element
 * precedes its neighbour's first. */
SG_KERNEL void compact_swapped(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                               __global const uint *restrict offsets, uint n, uint room, ulong limit,
                               __local uint *totals COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const size_t first = get_group_id(0) * TILE + get_local_id(0);
    uint own = 0;
    for (uint k = 0; k < ITEMS; ++k)
        if (first + k * SG_GROUP_SIZE < n)
            own += (uint)compact_keeps(x[first + k * SG_GROUP_SIZE], flags, first + k * SG_GROUP_SIZE, limit);
    const uint below = sg_scan_exclusive_add(sg, own);
    if (sg_lane(sg) == SG_WIDTH - 1u) totals[sg_id(sg)] = below + own;
    sg_group_barrier_local(sg);
    uint place = offsets[get_group_id(0)] + below;
    for (uint s = 0; s < sg_id(sg); ++s) place += totals[s];
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = first + k * SG_GROUP_SIZE;
        if (i >= n || !compact_keeps(x[i], flags, i, limit)) continue;
        if (place < room) kept[place] = x[i];
        ++place;
    }
}
