/* branch: a cheap way for most elements, a costly one for the others.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  y[n], y = x < threshold ? `rounds` rounds of common/rounds.h from x on : ~x
 *
 * A work-item has an element. Costly: those below the threshold, from 0 (none) to 2^32 (all).
 *
 *   plain       each lane branches; a sub-group with lanes of both kinds goes both ways, one after the other
 *   select      each lane goes both ways and keeps one result: no branch, and always the full price
 *   vote        the lanes vote: without a costly one the sub-group takes the cheap way, else as MIXED says
 *   vote_group  the whole work-group votes, at the price of one more barrier and some local memory
 */
#include "branch/branch.h"

/* The serial program's body: each work-item has an if. */
__kernel void branch_plain(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold, uint rounds) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const uint v = x[i];
    if (v < threshold)
        y[i] = branch_costly(v, rounds);
    else
        y[i] = branch_cheap(v);
}

/* Both ways, and a select. */
__kernel void branch_select(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold, uint rounds) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const uint v = x[i], costly = branch_costly(v, rounds), cheap = branch_cheap(v);
    y[i] = v < threshold ? costly : cheap;
}

/* A vote first. Every lane votes, also those past the end: they vote for the cheap way. */
SG_KERNEL void branch_vote(__global const uint *restrict x, __global uint *restrict y, __global uint *measures, uint n,
                           ulong threshold, uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint v = i < n ? x[i] : 0u;
    const int costly = i < n && v < threshold;
    const int all_cheap = sg_all(sg, !costly);
    SG_SHOW(sg, "value", v);
    SG_SHOW(sg, "costly", costly);
    SG_SHOW(sg, "all cheap", all_cheap);
    uint result;
    if (all_cheap)
        result = branch_cheap(v);
    else
        result = branch_mixed(v, costly, rounds);
    SG_SHOW(sg, "result", result);
    if (i < n) y[i] = result;
#if MEASURES
    if (all_cheap && sg_lane(sg) == 0) atomic_inc((volatile __global uint *)measures + MEASURE_SHORTCUTS);
#endif
}

/* The vote of the whole work-group. */
SG_KERNEL void branch_vote_group(__global const uint *restrict x, __global uint *restrict y, __global uint *measures, uint n,
                                 ulong threshold, uint rounds, __local uint *parts SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint v = i < n ? x[i] : 0u;
    const int costly = i < n && v < threshold;
    const int all_cheap = sg_group_all(sg, !costly, parts);
    SG_SHOW(sg, "value", v);
    SG_SHOW(sg, "costly", costly);
    SG_SHOW(sg, "all cheap", all_cheap);
    uint result;
    if (all_cheap)
        result = branch_cheap(v);
    else
        result = branch_mixed(v, costly, rounds);
    SG_SHOW(sg, "result", result);
    if (i < n) y[i] = result;
#if MEASURES
    if (all_cheap && sg_lane(sg) == 0) atomic_inc((volatile __global uint *)measures + MEASURE_SHORTCUTS);
#endif
}
