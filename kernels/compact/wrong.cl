/* compact: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of compact.cl and stable.cl. No kernel writes outside its arrays.
 */
#include "compact/compact.h"

/* The body of compact_sub_group: the places of SG_WIDTH elements, where `taken` counts what they take, and the lane
   `from` tells the base. */
static inline void take_places(sg_t sg, __global const T *restrict x, size_t i, int keep, sg_mask mask, uint from,
                               __global T *restrict kept, __global uint *restrict count, uint taken, uint room) {
    uint base = 0;
    if (sg_lane(sg) == 0) base = atomic_add(count, taken);
    base = sg_broadcast(sg, base, from);
    const uint place = base + sg_mask_count_below(mask, sg_lane(sg));
    if (keep && place < room) kept[place] = x[i];
}

/* Lanes past the end hold nothing, and are counted as kept. Shown by every n that is no multiple of the work-group. */
SG_KERNEL void compact_tail(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                            __global uint *restrict count, uint n, uint room, ulong limit SG_PARAMS) {
    SG_BEGIN(sg);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = get_group_id(0) * TILE + k * SG_GROUP_SIZE + get_local_id(0);
        const int keep = i < n ? compact_keeps(x[i], flags, i, limit) : 1;
        const sg_mask mask = sg_ballot(sg, keep);
        take_places(sg, x, min(i, (size_t)n - 1), keep && i < n, mask, 0u, kept, count, sg_mask_count(mask), room);
    }
}

/* The first lane takes the places, and the base is read from the last: the others write over the first places. */
SG_KERNEL void compact_wrong_lane(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                                  __global uint *restrict count, uint n, uint room, ulong limit SG_PARAMS) {
    SG_BEGIN(sg);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = get_group_id(0) * TILE + k * SG_GROUP_SIZE + get_local_id(0);
        const int keep = i < n ? compact_keeps(x[i], flags, i, limit) : 0;
        const sg_mask mask = sg_ballot(sg, keep);
        take_places(sg, x, i, keep, mask, SG_WIDTH - 1u, kept, count, sg_mask_count(mask), room);
    }
}

/* Counts what fits in place of what is there. Shown by a capacity below the count. */
SG_KERNEL void compact_cut_count(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                                 __global uint *restrict count, uint n, uint room, ulong limit SG_PARAMS) {
    SG_BEGIN(sg);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = get_group_id(0) * TILE + k * SG_GROUP_SIZE + get_local_id(0);
        const int keep = i < n ? compact_keeps(x[i], flags, i, limit) : 0;
        const sg_mask mask = sg_ballot(sg, keep);
        take_places(sg, x, i, keep, mask, 0u, kept, count, sg_mask_count(mask), room);
        if (keep) atomic_min(count, room);
    }
}

/* A sub-group writes all its lanes, kept or not: what is not kept lands behind, to be written over by the next one. The
 * last one's stay there. */
SG_KERNEL void compact_behind(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                              __global uint *restrict count, uint n, uint room, ulong limit SG_PARAMS) {
    SG_BEGIN(sg);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = get_group_id(0) * TILE + k * SG_GROUP_SIZE + get_local_id(0);
        const int keep = i < n ? compact_keeps(x[i], flags, i, limit) : 0;
        const sg_mask mask = sg_ballot(sg, keep);
        uint base = 0;
        if (sg_lane(sg) == 0) base = atomic_add(count, sg_mask_count(mask));
        base = sg_broadcast(sg, base, 0u);
        const uint rank = sg_mask_count_below(mask, sg_lane(sg));
        const uint place = base + (keep ? rank : sg_mask_count(mask) + sg_lane(sg) - rank);
        if (i < n && place < room) kept[place] = x[i];
    }
}

/* Work-items take consecutive places in the order of their lanes, but their elements are read group by group: a lane's
 * second element stands before its neighbour's first. */
SG_KERNEL void compact_swapped(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                               __global const uint *restrict offsets, uint n, uint room, ulong limit,
                               __local uint *totals SG_PARAMS) {
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
