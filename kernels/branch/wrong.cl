/* branch: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of branch_plain.
 */
#include "branch/branch.h"

/* The body of branch_vote with the vote given. */
static inline void take_way(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold, uint rounds,
                            int all_cheap) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    if (all_cheap)
        y[i] = branch_cheap(x[i]);
    else
        y[i] = branch_mixed(x[i], x[i] < threshold, rounds);
}

static inline int is_costly(__global const uint *restrict x, uint n, ulong threshold) {
    const size_t i = get_global_id(0);
    return i < n && x[min(i, (size_t)n - 1)] < threshold;
}

/* Any in place of all: one lane that can take the cheap way takes all others with it. */
SG_KERNEL void branch_any(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold,
                          uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const int vote = sg_any(sg, !is_costly(x, n, threshold));
    take_way(x, y, n, threshold, rounds, vote);
}

/* The first lane decides for all, as if the condition were the same on every lane. */
SG_KERNEL void branch_first_lane(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold,
                                 uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint vote = sg_broadcast(sg, (uint)!is_costly(x, n, threshold), 0u);
    take_way(x, y, n, threshold, rounds, (int)vote);
}

/* Not all are cheap, so all are taken for costly. Right only where the costly way also serves elements that do not need
 * it. */
SG_KERNEL void branch_all_costly(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold,
                                 uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const int vote = sg_all(sg, !is_costly(x, n, threshold));
    take_way(x, y, n, vote ? 0ul : 0x100000000ul, rounds, vote);
}

/* The ballot is kept in one word of 32 bits: lanes from 32 on have no vote. */
SG_KERNEL void branch_ballot_cut(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold,
                               uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const sg_mask costly = sg_ballot(sg, is_costly(x, n, threshold));
    take_way(x, y, n, threshold, rounds, sg_mask_words(costly).s0 == 0);
}

/* The vote of the first sub-group is taken for that of the work-group. */
SG_KERNEL void branch_one_sub_group(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold,
                                    uint rounds, __local uint *parts SG_PARAMS) {
    SG_BEGIN(sg);
    const int vote = sg_all(sg, !is_costly(x, n, threshold));
    if (get_local_id(0) == 0) parts[0] = (uint)vote;
    sg_group_barrier_local(sg);
    take_way(x, y, n, threshold, rounds, (int)parts[0]);
}

/* The vote's condition and the element's differ: at the threshold itself. */
SG_KERNEL void branch_at_threshold(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold,
                                   uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const int vote = sg_all(sg, !is_costly(x, n, threshold));
    take_way(x, y, n, threshold + 1, rounds, vote);
}

/* The list of costly elements is not gone through to its end: each work-item takes one of them. (Plain OpenCL C, a work-item's
 * eight elements as in branch_gather, each costly one with an atomic of its own.) */
__kernel void branch_one_each(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold,
                              uint rounds, __local uint *list, __local uint *listed) {
    const uint item = (uint)get_local_id(0), items = (uint)get_local_size(0);
    const size_t first = get_group_id(0) * (size_t)items * 8u;
    if (item == 0) listed[0] = 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < 8u; ++k) {
        const size_t i = first + k * items + item;
        if (i < n && x[i] >= threshold) y[i] = branch_cheap(x[i]);
        if (i < n && x[i] < threshold) list[atomic_inc(listed)] = k * items + item;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < listed[0]) y[first + list[item]] = branch_costly(x[first + list[item]], rounds);
}
