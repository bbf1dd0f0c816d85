/* match.h - what the kernels of match share: which element a lane has, and what is stored of a set of lanes.
 * SPDX-License-Identifier: MIT
 *
 * Elements are dealt out by sub-group and lane, so that a sub-group's elements lie side by side whatever
 * work-items a device puts into it. Lanes past the end hold no element: they take part in each operation and
 * are in no set.
 */
#ifndef MATCH_H_INCLUDED
#define MATCH_H_INCLUDED

#include "sg/sg.h"

/* The bits that are compared. */
#define KEY_MASK (0xffffffffu >> (32 - BITS))

static inline size_t match_place(sg_t sg) {
    return get_group_id(0) * SG_GROUP_SIZE + sg_id(sg) * SG_WIDTH + sg_lane(sg);
}

static inline uint match_key(__global const uint *restrict x, size_t i, uint n) {
    return i < n ? x[i] & KEY_MASK : 0u;
}

/* Of `same`, the lanes that hold this lane's key: the lowest one, how many there are, how many stand before
 * this one. */
static inline void match_store(sg_t sg, sg_mask same, size_t i, uint n, __global uchar *restrict leader,
                               __global uchar *restrict count, __global uchar *restrict rank) {
    if (i >= n) return;
    leader[i] = (uchar)sg_mask_lowest(same);
    count[i] = (uchar)sg_mask_count(same);
    rank[i] = (uchar)sg_mask_count_below(same, sg_lane(sg));
}

#endif
