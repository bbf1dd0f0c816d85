/* branch: gathers expensive elements first.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in branch.cl. A work-group has PER_ITEM elements per work-item. Cheap elements are computed immediately;
 * the numbers of expensive ones go into a list in local memory, which the work-items share. If 1% of random elements
 * are expensive, 1% of the sub-groups are busy; with a branch and 32 lanes, 25%. A work-group's elements are far apart,
 * so many work-groups share a long expensive run.
 */
#include "branch/branch.h"

#define PER_ITEM 4 /* also in branch.c */
#if SG_USES_LOCAL  /* emulated sub-groups: unrolling makes much code */
#define EACH_ELEMENT _Pragma("unroll 1")
#else
#define EACH_ELEMENT _Pragma("unroll")
#endif

SG_KERNEL void branch_gather(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold, uint rounds,
                             __local uint *list, __local uint *listed SG_PARAMS) {
    SG_BEGIN(sg);
    const uint item = (uint)get_local_id(0);
    const size_t first = get_global_id(0), apart = get_global_size(0);
    uint place[PER_ITEM], costly[PER_ITEM], all = 0;
    if (item == 0) listed[0] = 0u;
    sg_group_barrier_local(sg);
    EACH_ELEMENT
    for (uint k = 0; k < PER_ITEM; ++k) {
        const size_t i = first + k * apart;
        const uint v = i < n ? x[i] : 0u;
        costly[k] = i < n && v < threshold;
        if (i < n && !costly[k]) y[i] = branch_cheap(v);
        const sg_mask lanes = sg_ballot(sg, costly[k]);
        place[k] = all + sg_mask_count_below(lanes, sg_lane(sg));
        all += sg_mask_count(lanes);
    }
    uint base = 0;
    if (sg_lane(sg) == 0 && all > 0) base = atomic_add(listed, all);
    base = sg_broadcast(sg, base, 0u);
    SG_SHOW(sg, "costly", all);
    SG_SHOW(sg, "place", base);
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k)
        if (costly[k]) list[base + place[k]] = (uint)(first + k * apart);
    sg_group_barrier_local(sg);
    for (uint j = item; j < listed[0]; j += SG_GROUP_SIZE) y[list[j]] = branch_costly(x[list[j]], rounds);
}
