/* Turns the counts of tiles into the positions where the tiles' elements begin.
 * SPDX-License-Identifier: MIT
 *
 *   offsets_counts        numbers[n]  ->  offsets[tiles], the sum of each work-group, one number per work-item
 *   offsets_from_counts   offsets[tiles], counts  ->  offsets[tiles], exclusive prefix sums; count[1], the total
 *
 * offsets_from_counts has one work-group, or one for each of several contiguous rows of `tiles` counts, each with its
 * own sum. Sums are below 2^32.
 */
#include "sg/sg.h"

SG_KERNEL void offsets_counts(__global const uint *restrict numbers, __global uint *restrict offsets, uint n,
                              __local uint *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint sum = sg_reduce_add(sg, i < n ? numbers[i] : 0u);
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = sum;
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        uint total = 0;
        SG_UNROLL_PARTS
        for (uint s = 0; s < sg_count(sg); ++s) total += totals[s];
        offsets[get_group_id(0)] = total;
    }
}

#define EACH 16 /* tiles per work-item and round */

SG_KERNEL void offsets_from_counts(__global uint *restrict offsets, __global uint *restrict count, uint tiles,
                               __local uint *totals SG_PARAMS) {
    SG_BEGIN(sg);
    __global uint *const row = offsets + get_group_id(0) * tiles;
    uint carry = 0;
    for (uint first = 0; first < tiles; first += SG_GROUP_SIZE * EACH) {
        const uint mine = first + (uint)get_local_id(0) * EACH, end = min(mine + EACH, tiles);
        uint own = 0;
        for (uint t = mine; t < end; ++t) own += row[t];
        const uint below = sg_scan_exclusive_add(sg, own);
        if (sg_lane(sg) == SG_WIDTH - 1u) totals[sg_id(sg)] = below + own;
        sg_group_barrier_local(sg);
        uint at = carry + below;
        SG_UNROLL_PARTS
        for (uint s = 0; s < sg_count(sg); ++s) {
            at += s < sg_id(sg) ? totals[s] : 0;
            carry += totals[s];
        }
        sg_group_barrier_local(sg); /* before the next round writes totals */
        for (uint t = mine; t < end; ++t) {
            const uint here = row[t];
            row[t] = at;
            at += here;
        }
    }
    if (get_local_id(0) == 0) count[get_group_id(0)] = carry;
}
