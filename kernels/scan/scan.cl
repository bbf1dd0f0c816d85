/* scan: each element becomes the combination of all elements up to it.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  y[n]     inclusive: y[i] = x[0] ... x[i]; exclusive: y[i] = x[0] ... x[i - 1], y[0] the identity
 *
 * initial[1], or null: the combination before x[0], if x is part of a longer sequence. Every y[i] includes it.
 *
 * The serial loop, and the three launches of reduce-then-scan, which read x twice. A share is a multiple of the tile of
 * common/scan.h.
 */
#include "common/scan.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)

/* The serial program: one work-item, one loop. */
__kernel void scan_loop(__global const sum_t *restrict x, __global const sum_t *restrict initial,
                        __global sum_t *restrict y, ulong n COUNTED_PARAMS) {
    COUNTED_CUT(n);
    sum_t sum = scan_start(initial);
    for (ulong i = 0; i < n; ++i) {
        const sum_t with = operator_combine(sum, x[i]);
        y[i] = EXCLUSIVE ? sum : with;
        sum = with;
    }
}

/* Launch 1: totals[g] is the total of share g. */
SG_KERNEL void scan_reduce(__global const sum_t *restrict x, __global sum_t *restrict totals, ulong n, ulong share,
                           __local sum_t *sub_groups COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const sum_t total = scan_share_total(sg, x, n, share, sub_groups);
    if (get_local_id(0) == 0) totals[get_group_id(0)] = total;
}

/* Launch 2, one work-group: totals[g] becomes the prefix of share g. On a CPU a work-item scans a run of totals
 * serially: a tile of vectors takes as long to compile as launch 3. GPUs need adjacent reads. */
SG_KERNEL void scan_carry(__global sum_t *totals, __global const sum_t *initial, ulong parts,
                          __local sum_t *sub_groups SG_PARAMS) {
    SG_BEGIN(sg);
#if ON_CPU
    const uint items = ((uint)parts + SG_GROUP_SIZE - 1u) / SG_GROUP_SIZE;
    const uint begin = (sg_id(sg) * SG_WIDTH + sg_lane(sg)) * items, end = min(begin + items, (uint)parts);
    sum_t own = operator_identity();
    for (uint k = begin; k < end; ++k) own = operator_combine(own, totals[k]);
    const sum_t lanes = scan_lanes(sg, own);
    const sum_t before = scan_before(sg, lanes), all_lanes = operator_broadcast(sg, lanes, SG_WIDTH - 1u);
    sum_t all;
    const sum_t group = scan_sub_groups(sg, all_lanes, sub_groups, &all);
    sum_t carry = operator_combine(operator_combine(scan_start(initial), group), before);
    for (uint k = begin; k < end; ++k) {
        const sum_t total = totals[k];
        totals[k] = carry;
        carry = operator_combine(carry, total);
    }
#else
    scan_share(sg, totals, totals, parts, parts, true, scan_start(initial), sub_groups);
#endif
}

/* Launch 3 scans a share after its prefix, a single work-group after `initial`. */
SG_KERNEL void scan_apply(__global const sum_t *restrict x, __global const sum_t *restrict totals,
                          __global const sum_t *restrict initial, __global sum_t *restrict y, ulong n, ulong share,
                          __local sum_t *sub_groups COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const sum_t carry = get_num_groups(0) > 1 ? totals[get_group_id(0)] : scan_start(initial);
    scan_share(sg, x, y, n, share, EXCLUSIVE, carry, sub_groups);
}
