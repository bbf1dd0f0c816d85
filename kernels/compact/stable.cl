/* compact: keeps the order in three launches, without atomics. x is read twice.
 * SPDX-License-Identifier: MIT
 *
 *   compact_count    offsets[tiles]: the kept elements of each tile of SG_GROUP_SIZE * ITEMS elements
 *   offsets          offsets[tiles]: where each tile's elements begin; count[1] (common/offsets.cl)
 *   compact_stable   kept[room]
 */
#include "compact/compact.h"

SG_KERNEL void compact_count(__global const T *restrict x, __global const uchar *flags, __global uint *restrict offsets,
                             uint n, ulong limit, __local uint *totals COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) {
        if (get_local_id(0) == 0) offsets[get_group_id(0)] = 0;
        return;
    }
    const uint total = compact_count_tile(sg, x, flags, n, limit, (uint)get_group_id(0), totals);
    if (get_local_id(0) == 0) offsets[get_group_id(0)] = total;
}

SG_KERNEL void compact_stable(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                              __global const uint *restrict offsets, uint n, uint room, ulong limit, __local uint *totals,
                              __local T *staged COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) return;
    const compact_part part = compact_stage(sg, x, flags, n, limit, (uint)get_group_id(0), totals, staged);
    const uint base = offsets[get_group_id(0)];
    SG_SHOW(sg, "base", base);
    compact_write(sg, part, staged, kept, base, room);
}
