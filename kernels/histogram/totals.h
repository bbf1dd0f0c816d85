/* histogram: adds the counters of all work-groups.
 * SPDX-License-Identifier: MIT
 *
 * If `each` is 0, a work-group adds to counts, which a separate launch has cleared.
 *
 * Otherwise it adds to totals, which a run finds at 0, and each addition is larger by `each` = n + 1. All
 * counters together stay below `each`, so total / each is the number of additions and the remainder the
 * count. The last work-group writes the result and resets the total. No fence is needed: the order in which
 * different words become visible does not matter.
 *
 * groups * (n + 1) must fit into 32 bits, and every work-group must add to every bucket, even 0.
 */
#ifndef HISTOGRAM_TOTALS_H
#define HISTOGRAM_TOTALS_H

/* Adds one work-group's counter; `groups` work-groups add to the bucket. */
static inline void add_to_total(__global uint *counts, __global uint *totals, uint bucket, uint own,
                                uint each, uint groups) {
    if (each == 0) {
        if (own != 0) atomic_add(&counts[bucket], own);
        return;
    }
    const uint before = atomic_add(&totals[bucket], own + each), all_others = (groups - 1) * each;
    if (before < all_others) return;
    counts[bucket] = before - all_others + own;
    atomic_xchg(&totals[bucket], 0u);
}

#endif
