/* balance/path: the way through ends of segments and elements together, and a work-group's part of it
 * (path.cl). SPDX-License-Identifier: MIT
 */
#ifndef BALANCE_PATH_H_INCLUDED
#define BALANCE_PATH_H_INCLUDED

#include "balance/balance.h"

#define PATH_ITEMS 8 /* steps of a part for each work-item: balance.c has the number too */
#define PATH_PART (SG_GROUP_SIZE * PATH_ITEMS)

/* Always inlined: a call of a function that holds a barrier is defect D16 (docs/defects.md). */
#define PATH_FN __attribute__((always_inline)) static inline

/* The whole way. Each step takes an element, or leaves a segment behind whose elements have all been taken.
 */
typedef struct {
    __global const uint *place;
    uint segments, total; /* of elements, also if fewer fit */
    ulong used;           /* elements that fit */
} path_way;

/* After the same number of steps: segments left behind, elements taken. */
typedef struct {
    uint segment;
    ulong element;
} path_point;

PATH_FN ulong path_end(path_way way, uint s) {
    return s + 1u < way.segments ? way.place[s + 1u] : way.total;
}

/* Where `steps` lead to. Segment s is behind by then if its end is at most steps - s - 1. That holds for the
   first ones and for none of the others, so the lanes look at W of them at once and leave one part of W + 1:
   log W + 1 of the segments reads one behind the other, where a bisection has log 2. The same in all lanes.
 */
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

/* Part number `part` of the way: `starts` gets the places of its segments. From where to where in *from and
 *to. Returns how many segments have elements in it or end in it. */
PATH_FN uint path_load(sg_t sg, path_way way, ulong part, __local uint *starts, path_point *from,
                       path_point *to) {
    const ulong all = way.segments + way.used, first = min(part * PATH_PART, all);
    *from = path_search(sg, way, first);
    *to = path_search(sg, way, min(first + PATH_PART, all));
    const uint count = min(to->segment + 1u, way.segments) - min(from->segment, way.segments);
    sg_group_barrier_local(sg); /* the part before is done with */
    for (uint i = (uint)get_local_id(0); i < count; i += SG_GROUP_SIZE)
        starts[i] = way.place[from->segment + i];
    sg_group_barrier_local(sg);
    return count;
}

/* The last of `count` segments that begins at element e or before it. Those of length 0 begin where the next
   one does, so they are never the last. */
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
