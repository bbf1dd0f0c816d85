/* branch: a cheap case for most elements, an expensive one for the others.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  y[n], y = x < threshold ? `rounds` rounds of common/rounds.h from x on : ~x
 *
 * A work-item has an element. The threshold is from 0 (no expensive element) to 2^32 (all).
 *
 *   plain       each lane branches; a mixed sub-group executes both cases
 *   select      each lane executes both cases and keeps one result
 *   vote        a sub-group without an expensive lane executes only the cheap case, otherwise MIXED
 *   vote_group  vote of the whole work-group, with one more barrier and some local memory
 */
#include "branch/branch.h"

__kernel void branch_plain(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold, uint rounds) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const uint v = x[i];
    if (v < threshold)
        y[i] = branch_costly(v, rounds);
    else
        y[i] = branch_cheap(v);
}

__kernel void branch_select(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold, uint rounds) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    const uint v = x[i], costly = branch_costly(v, rounds), cheap = branch_cheap(v);
    y[i] = v < threshold ? costly : cheap;
}

/* Lanes past the end vote for the cheap case. */
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
