/* balance: work-groups have equal parts of the path through all segments and elements.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in balance.cl. Odeh, Green, Mwassi, Shmueli and Birk, Merge Path, 2012: the ends of segments and the
 * numbers of elements are two sorted lists to merge, and all work-groups have the same number of merge steps. A
 * sub-group searches a part's start and end; the part's few segments are in local memory, where each work-item bisects.
 *
 * Two launches: the positions by a look-back (common/lookback.h), then this.
 */
#include "balance/path.h"

#define T uint
#define TYPE TYPE_U32
#define ITEMS 4
#define STALLED 0
#include "common/lookback_scan.h"

/* Writes place[s] and the total of all lengths. */
SG_KERNEL void balance_places(__global const uint *restrict length, __global uint *restrict place,
                              __global uint *restrict total, __global uint *states, uint segments, uint polls,
                              __local uint *sub_groups, __local uint *prefix, __local uint *ticket SG_PARAMS) {
    SG_BEGIN(sg);
    const lookback_local local_memory = {sub_groups, prefix, ticket};
    uint tile;
    const uint all = lookback_scan(sg, length, (__global const uint *)0, place, states, (__global uint *)0, segments, polls, true,
                                   local_memory, &tile);
    if (get_local_id(0) == 0 && tile + 1u == get_num_groups(0)) *total = all;
}

SG_KERNEL void balance_path(__global const uint *restrict x, __global const uint *restrict first,
                            __global uint *restrict out, __global const uint *restrict place,
                            __global const uint *restrict total, __global uint *measures, uint n, uint segments,
                            uint capacity, __local uint *starts SG_PARAMS) {
    SG_BEGIN(sg);
    const path_way way = {place, segments, *total, min(*total, capacity)};
    const ulong parts = (segments + way.used + PATH_PART - 1u) / PATH_PART;
    uint steps = 0;
    for (ulong part = get_group_id(0); part < parts; part += get_num_groups(0)) {
        path_point from, to;
        const uint count = path_load(sg, way, part, starts, &from, &to);
        SG_SHOW(sg, "segments", count);
#pragma unroll 4
        for (ulong e = from.element + get_local_id(0); e < to.element; e += SG_GROUP_SIZE) {
            const uint i = path_owner(starts, count, (uint)e), s = from.segment + i;
            out[e] = balance_value(x, n, first[s], (uint)e - starts[i], s);
            ++steps;
        }
    }
    balance_tell(measures, steps);
}
