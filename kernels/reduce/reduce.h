/* reduce: what its kernels share - the loop over a work-item's own elements, and the work-group's total.
 * SPDX-License-Identifier: MIT
 *
 * A work-group takes `share` consecutive elements. Its work-items take turns at them, so that neighbouring
 * lanes read neighbouring elements.
 */
#ifndef REDUCE_H_INCLUDED
#define REDUCE_H_INCLUDED

#include "common/operators.h"

/* The work-item's own elements of this work-group's share, combined. Eight loads are under way at once: a
   loop with a test before each load waits for every one (426 us for 2^28 uint on an H200; with eight at once
   246). */
static inline sum_t reduce_own(__global const T *restrict x, ulong n, ulong share) {
    const ulong first = get_group_id(0) * share, end = min(first + share, n);
    ulong i = first + get_local_id(0);
    sum_t own = operator_identity();
    for (; i + 7 * SG_GROUP_SIZE < end; i += 8 * SG_GROUP_SIZE) {
        T v[8];
#pragma unroll
        for (uint k = 0; k < 8; ++k) v[k] = x[i + k * SG_GROUP_SIZE];
#pragma unroll
        for (uint k = 0; k < 8; ++k) own = operator_combine(own, (sum_t)v[k]);
    }
    for (; i < end; i += SG_GROUP_SIZE) own = operator_combine(own, (sum_t)x[i]);
    return own;
}

/* Lane 0 of each sub-group comes with its total. They meet in local memory, one element for each sub-group.
   Returns the work-group's total on work-item 0; what the others get is of no use. */
static inline sum_t reduce_group(sg_t sg, sum_t total, __local sum_t *totals) {
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = total;
    sg_group_barrier_local(sg);
    sum_t sum = totals[0];
    if (get_local_id(0) == 0)
        for (uint s = 1; s < sg_count(sg); ++s) sum = operator_combine(sum, totals[s]);
    return sum;
}

#endif
