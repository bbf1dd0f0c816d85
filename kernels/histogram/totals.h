/* histogram: the counters of all work-groups added up, with or without a launch before that sets them to 0.
 * SPDX-License-Identifier: MIT
 *
 * With `each` == 0 a work-group adds to counts, which were set to 0 by a launch of their own. Where there are
 * few samples that launch takes as long as all the counting.
 *
 * Else it adds to totals, which a run finds at 0, and each addition is larger by `each`. That is n + 1, more
 * than all counters together can come to: a total over `each` is the number of work-groups that have added,
 * the rest is the count. So the atomic's return value tells a work-group whether it is the last one. That one
 * writes the result and sets the total to 0 for the next run. Nothing depends on the order in which different
 * words become visible; no fence is needed.
 *
 * groups * (n + 1) has to fit into 32 bits, and every work-group has to add to every bucket, be it 0.
 */
#ifndef HISTOGRAM_TOTALS_H
#define HISTOGRAM_TOTALS_H

/* Adds a work-group's own counter, `groups` of which there are for the bucket. */
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
