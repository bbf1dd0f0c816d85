/* segments: each segment combined (KIND_REDUCE), or the prefixes within it.
 * SPDX-License-Identifier: MIT
 *
 *   x[n], keys[n] or offsets[segments] (segments.h)  ->  values[], positions[], y[n], count[1] (segments.c)
 *
 *   segments_loop    one work-item
 *   segments_empty   before the others: the results of empty segments, and their number if given by offsets
 *   segments_totals  totals[tiles]: of each tile
 *   segments_carry   one work-group: totals[t] becomes the combination of the tiles before t
 *   segments_apply   the results
 */
#include "segments/tile.h"

__kernel void segments_loop(__global const segments_value *restrict x, __global const void *restrict keys,
                            __global const uint *restrict offsets, __global segments_value *restrict values,
                            __global uint *restrict positions, __global segments_value *restrict y,
                            __global uint *restrict count, uint n, uint segments) {
    const segments_way way = segments_way_of(x, keys, offsets, n, segments);
    const segments_out out = {values, positions, y, count};
    segments_serial(&way, &out, operator_identity(), 0, n);
}

__kernel void segments_empty(__global const uint *restrict offsets, __global segments_value *restrict values,
                             __global uint *restrict positions, __global uint *restrict count, uint n, uint segments) {
    const segments_way way = segments_way_of(0, 0, offsets, n, segments);
    const uint s = (uint)get_global_id(0);
    if (s == 0) count[0] = KEY == KEY_NONE ? segments : 0;
    if (KEY != KEY_NONE || KIND != KIND_REDUCE || s >= segments) return;
    const uint begin = segments_begin(&way, s);
    if (begin < segments_begin(&way, s + 1)) return;
    values[s] = segments_nothing();
    positions[s] = SEGMENTS_PLACES ? ~(uint)0 : begin;
}

SG_KERNEL void segments_totals(__global const segments_value *restrict x, __global const void *restrict keys,
                               __global const uint *restrict offsets, __global uint *restrict totals, uint n,
                               uint segments, __local ulong2 *parts, __local uint *staged SG_PARAMS) {
    SG_BEGIN(sg);
    const segments_way way = segments_way_of(x, keys, offsets, n, segments);
    const segments_part part = segments_tile(sg, &way, get_group_id(0) * (size_t)SEGMENTS_TILE, staged);
    const segments_pair total = scan_group_total(sg, part.total, (__local segments_pair *)parts);
    if (get_local_id(0) == 0) ((__global segments_pair *)totals)[get_group_id(0)] = total;
}

SG_KERNEL void segments_carry(__global uint *totals, uint tiles, __local ulong2 *parts SG_PARAMS) {
    SG_BEGIN(sg);
    __global segments_pair *const total = (__global segments_pair *)totals;
    const uint each = tiles / SG_GROUP_SIZE + (tiles % SG_GROUP_SIZE != 0);
    const uint begin = min((sg_id(sg) * SG_WIDTH + sg_lane(sg)) * each, tiles), end = min(begin + each, tiles);
    segments_pair own = operator_identity();
    for (uint t = begin; t < end; ++t) own = segments_combine(own, total[t]);
    const segments_pair lanes = scan_lanes(sg, own);
    const segments_pair below = scan_before(sg, lanes), row = operator_broadcast(sg, lanes, SG_WIDTH - 1u);
    segments_pair all, before = scan_sub_groups(sg, row, (__local segments_pair *)parts, &all);
    before = segments_combine(before, below);
    for (uint t = begin; t < end; ++t) {
        const segments_pair here = total[t];
        total[t] = before;
        before = segments_combine(before, here);
    }
}

SG_KERNEL void segments_apply(__global const segments_value *restrict x, __global const void *restrict keys,
                              __global const uint *restrict offsets, __global segments_value *restrict values,
                              __global uint *restrict positions, __global segments_value *restrict y,
                              __global uint *restrict count, __global const uint *restrict totals, uint n,
                              uint segments, __local ulong2 *parts, __local uint *staged SG_PARAMS) {
    SG_BEGIN(sg);
    const segments_way way = segments_way_of(x, keys, offsets, n, segments);
    const segments_out out = {values, positions, y, count};
    const size_t first = get_group_id(0) * (size_t)SEGMENTS_TILE;
    const segments_part part = segments_tile(sg, &way, first, staged);
    segments_pair all;
    const segments_pair before = scan_sub_groups(sg, part.total, (__local segments_pair *)parts, &all);
    const segments_pair carry = ((__global const segments_pair *)totals)[get_group_id(0)];
    segments_write(sg, &way, &out, &part, segments_combine(carry, before), first, staged);
}
