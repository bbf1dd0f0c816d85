/* compact: keeps the elements that satisfy a predicate, without gaps.
 * SPDX-License-Identifier: MIT
 *
 *   x[n], flags[n] or NULL  ->  kept[room], count[1]
 *
 * The count includes elements that do not fit; nothing is written after the last kept element. Requires: n below 2^32.
 * All kernels but compact_loop add to a count that starts at 0, and their order is unspecified. Their atomics:
 *
 *   atomic     one per kept element
 *   sub_group  one per SG_WIDTH elements; a lane counts the ballot's bits below itself
 *   prefix     one per SG_WIDTH elements; position by a prefix sum of zeros and ones
 *   group      one per tile of SG_GROUP_SIZE * ITEMS elements, gathered in local memory
 */
#include "compact/compact.h"

/* The serial program: one work-item, one loop. Keeps the order. */
__kernel void compact_loop(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                           __global uint *restrict count, uint n, uint room, ulong limit COUNTED_PARAMS) {
    COUNTED_CUT(n);
    uint made = 0;
    for (uint i = 0; i < n; ++i) {
        if (!compact_keeps(x[i], flags, i, limit)) continue;
        if (made < room) kept[made] = x[i];
        ++made;
    }
    *count = made;
}

__kernel void compact_atomic(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                             __global uint *restrict count, uint n, uint room, ulong limit COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const size_t i = get_global_id(0);
    if (i >= n || !compact_keeps(x[i], flags, i, limit)) return;
    const uint place = atomic_inc(count);
    if (place < room) kept[place] = x[i];
}

/* Lane 0 reserves positions for all kept elements of the sub-group. */
SG_KERNEL void compact_sub_group(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                                 __global uint *restrict count, uint n, uint room, ulong limit COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) return;
    const size_t first = get_group_id(0) * TILE + get_local_id(0);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = first + k * SG_GROUP_SIZE;
        const int keep = i < n ? compact_keeps(x[i], flags, i, limit) : 0;
        const sg_mask mask = sg_ballot(sg, keep);
        uint base = 0;
        if (sg_lane(sg) == 0 && !sg_mask_none(mask)) base = atomic_add(count, sg_mask_count(mask));
        base = sg_broadcast(sg, base, 0u);
        const uint place = base + sg_mask_count_below(mask, sg_lane(sg));
        SG_SHOW(sg, "value", i < n ? x[i] : (T)0);
        SG_SHOW_MASK(sg, "kept", mask);
        SG_SHOW(sg, "base", base);
        SG_SHOW(sg, "place", place);
        if (keep && place < room) kept[place] = x[i];
    }
}

/* Like compact_sub_group, with a prefix sum instead of the ballot. */
SG_KERNEL void compact_prefix(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                              __global uint *restrict count, uint n, uint room, ulong limit COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) return;
    const size_t first = get_group_id(0) * TILE + get_local_id(0);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = first + k * SG_GROUP_SIZE;
        const uint keep = i < n ? (uint)compact_keeps(x[i], flags, i, limit) : 0u;
        const uint below = sg_scan_exclusive_add(sg, keep);
        uint base = 0; /* the last lane knows the total */
        if (sg_lane(sg) == SG_WIDTH - 1u && below + keep > 0) base = atomic_add(count, below + keep);
        base = sg_broadcast(sg, base, SG_WIDTH - 1u);
        SG_SHOW(sg, "value", i < n ? x[i] : (T)0);
        SG_SHOW(sg, "keep", (int)keep);
        SG_SHOW(sg, "below", below);
        SG_SHOW(sg, "place", base + below);
        if (keep && base + below < room) kept[base + below] = x[i];
    }
}

/* The sub-groups gather kept elements in local memory, and one atomic reserves positions for the work-group. */
SG_KERNEL void compact_group(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                             __global uint *restrict count, uint n, uint room, ulong limit, __local uint *totals,
                             __local T *staged COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) return;
    const compact_part part = compact_stage(sg, x, flags, n, limit, (uint)get_group_id(0), totals, staged);
    if (get_local_id(0) == 0) totals[sg_count(sg)] = part.total > 0 ? atomic_add(count, part.total) : 0u;
    sg_group_barrier_local(sg);
    const uint base = totals[sg_count(sg)];
    SG_SHOW(sg, "base", base);
    compact_write(sg, part, staged, kept, base, room);
}
