/* The merge path through ends of segments and elements (path.cl).
 * SPDX-License-Identifier: MIT
 */
#ifndef BALANCE_PATH_H_INCLUDED
#define BALANCE_PATH_H_INCLUDED

#include "balance/balance.h"

#define PATH_ITEMS 8 /* steps of a part per work-item; also in balance.c */
#define PATH_PART (SG_GROUP_SIZE * PATH_ITEMS)

/* Inlined because of defect D16. */
#define PATH_FN __attribute__((always_inline)) static inline

/* Each step passes an element, or the end of a segment whose elements have been passed. */
typedef struct {
    __global const uint *place;
    uint segments, total; /* of elements, even if fewer fit */
    ulong used;           /* elements that fit */
} path_way;

/* Segments and elements passed. */
typedef struct {
    uint segment;
    ulong element;
} path_point;

PATH_FN ulong path_end(path_way way, uint s) {
    return s + 1u < way.segments ? way.place[s + 1u] : way.total;
}

/* The point after `steps` steps, on all lanes. Segment s has been passed if its end is at most steps - s - 1,
   which holds for the first segments only. The lanes test W of them at a time, which leaves one of W + 1
   intervals: log_(W + 1) dependent reads instead of log_2. */
PATH_FN path_point path_search(sg_t sg, path_way way, ulong steps) {
    uint low = steps > way.used ? (uint)(steps - way.used) : 0u, high = (uint)min(steps, (ulong)way.segments);
    while (low < high) {
        const uint apart = (high - low) / (SG_WIDTH + 1u) + 1u, s = low + (sg_lane(sg) + 1u) * apart - 1u;
        const uint behind = s < high && path_end(way, s) + s + 1u <= steps;
        const uint lanes = sg_mask_count(sg_ballot(sg, behind));
        high = min(high, low + (lanes + 1u) * apart - 1u);
        low += lanes * apart;
    }
    const path_point point = {low, steps - low};
    return point;
}

/* *from and *to get the part's start and end, `starts` its segments' positions. Returns their number. */
PATH_FN uint path_load(sg_t sg, path_way way, ulong part, __local uint *starts, path_point *from,
                       path_point *to) {
    const ulong all = way.segments + way.used, first = min(part * PATH_PART, all);
    *from = path_search(sg, way, first);
    *to = path_search(sg, way, min(first + PATH_PART, all));
    const uint count = min(to->segment + 1u, way.segments) - min(from->segment, way.segments);
    sg_group_barrier_local(sg); /* no work-item reads the previous part */
    for (uint i = (uint)get_local_id(0); i < count; i += SG_GROUP_SIZE)
        starts[i] = way.place[from->segment + i];
    sg_group_barrier_local(sg);
    return count;
}

/* The last of `count` segments that begins at or before element e. */
static inline uint path_owner(__local const uint *starts, uint count, uint e) {
    uint low = 0, after = count;
    while (after - low > 1u) {
        const uint middle = low + (after - low) / 2u;
        if (starts[middle] <= e) {
            low = middle;
        } else {
            after = middle;
        }
    }
    return low;
}

#endif
