/* compact: the order kept across the whole device, in three launches. SPDX-License-Identifier: MIT
 *
 *   compact_count    offsets[tiles]: how many each tile of SG_GROUP_SIZE * ITEMS elements keeps
 *   offsets          the same array: where each tile's elements begin; count[1] (common/offsets.cl)
 *   compact_stable   kept[room]
 *
 * x is read twice, and no atomic is needed.
 */
#include "compact/compact.h"

SG_KERNEL void compact_count(__global const T *restrict x, __global const uchar *flags, __global uint *restrict offsets,
                             uint n, ulong limit, __local uint *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t first = get_group_id(0) * TILE + get_local_id(0);
    uint own = 0;
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = first + k * SG_GROUP_SIZE;
        if (i < n) own += (uint)compact_keeps(x[i], flags, i, limit);
    }
    const uint sum = sg_reduce_add(sg, own);
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = sum;
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        uint total = 0;
        for (uint s = 0; s < sg_count(sg); ++s) total += totals[s];
        offsets[get_group_id(0)] = total;
    }
}

SG_KERNEL void compact_stable(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                              __global const uint *restrict offsets, uint n, uint room, ulong limit, __local uint *totals,
                              __local T *staged SG_PARAMS) {
    SG_BEGIN(sg);
    const uint total = compact_stage(sg, x, flags, n, limit, totals, staged);
    sg_group_barrier_local(sg);
    const uint base = offsets[get_group_id(0)];
    SG_SHOW(sg, "base", base);
    compact_write(staged, total, kept, base, room);
}
