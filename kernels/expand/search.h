/* expand/search: a tile's runs in local memory, and the outputs from them.
 * SPDX-License-Identifier: MIT */
#ifndef EXPAND_SEARCH_H_INCLUDED
#define EXPAND_SEARCH_H_INCLUDED

#include "common/bisect.h"
#include "sg/sg.h"

/* ends[k] and values[k] for the work-group's element k. Returns the work-group's number of outputs on all
 * work-items. `totals` has an element per sub-group. Inlined because of defect D16.
 */
__attribute__((always_inline)) static inline uint search_ends(sg_t sg, __global const T *restrict x,
                                                              __global const uint *restrict repeat, uint n,
                                                              __local uint *totals, __local uint *ends,
                                                              __local T *values) {
    const uint item = sg_id(sg) * SG_WIDTH + sg_lane(sg);
    const size_t i = get_group_id(0) * (size_t)SG_GROUP_SIZE + item;
    const uint own = i < n ? repeat[i] : 0u;
    const uint below = sg_scan_exclusive_add(sg, own);
    if (sg_lane(sg) == SG_WIDTH - 1u) totals[sg_id(sg)] = below + own;
    values[item] = i < n ? x[i] : (T)0;
    sg_group_barrier_local(sg);
    uint end = below + own;
    for (uint s = 0; s < sg_id(sg); ++s) end += totals[s];
    SG_SHOW(sg, "repeat", own);
    SG_SHOW(sg, "end", end);
    ends[item] = end;
    sg_group_barrier_local(sg);
    return ends[SG_GROUP_SIZE - 1];
}

/* The work-group's `made` outputs from position `first` on, as far as they fit. */
static inline void search_write(sg_t sg, __global T *restrict out, uint first, uint made, uint capacity,
                                __local const uint *ends, __local const T *values) {
    const uint fitting = first < capacity ? min(made, capacity - first) : 0u;
    for (uint j = sg_id(sg) * SG_WIDTH + sg_lane(sg); j < fitting; j += SG_GROUP_SIZE)
        out[first + j] = values[bisect_ends(ends, SG_GROUP_SIZE, j)];
}

#endif
