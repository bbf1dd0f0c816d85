/* reduce: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 */
#include "reduce/reduce.h"

/* Past the end the last element is taken again: harmless for a minimum, wrong for a sum. */
SG_KERNEL void reduce_tail(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                           __local sum_t *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const ulong first = get_group_id(0) * share;
    sum_t own = operator_identity();
    for (ulong k = 0; k < share; k += SG_GROUP_SIZE)
        if (n > 0) own = operator_combine(own, (sum_t)x[min(first + k + get_local_id(0), n - 1)]);
    const sum_t total = reduce_group(sg, operator_reduce(sg, own), totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}

/* Everything starts from 0, which is right for a sum alone. */
SG_KERNEL void reduce_zero_start(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                                 __local sum_t *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const sum_t own = operator_combine((sum_t)0, reduce_own(x, n, share));
    const sum_t total = reduce_group(sg, operator_reduce(sg, own), totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}

/* The tree leaves its total on lane 0. Here the last lane's value is taken, which has met no other lane's. */
SG_KERNEL void reduce_last_lane(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                                __local sum_t *totals SG_PARAMS) {
    SG_BEGIN(sg);
    sum_t total = reduce_own(x, n, share);
    for (uint d = SG_WIDTH / 2; d > 0; d /= 2) total = operator_combine(total, sg_shuffle_down(sg, total, d));
    total = reduce_group(sg, sg_broadcast(sg, total, SG_WIDTH - 1u), totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}

/* The totals of all sub-groups but the last are combined. */
SG_KERNEL void reduce_lost_sub_group(__global const T *restrict x, __global sum_t *restrict result, ulong n,
                                     ulong share, __local sum_t *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const sum_t total = operator_reduce(sg, reduce_own(x, n, share));
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = total;
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        sum_t sum = totals[0];
        for (uint s = 1; s + 1 < sg_count(sg); ++s) sum = operator_combine(sum, totals[s]);
        result[get_group_id(0)] = sum;
    }
}

/* 64-bit numbers meet as floats: their low bits are lost. A number that only goes to a float and
   back may stay what it was, defect D23 (docs/defects.md). */
SG_KERNEL void reduce_rounded(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                              __local sum_t *totals SG_PARAMS) {
    SG_BEGIN(sg);
    float own = (float)reduce_own(x, n, share);
#if OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MAX
    for (uint d = SG_WIDTH / 2; d > 0; d /= 2) {
        const float other = sg_shuffle_xor(sg, own, d);
        own = operator_combine(own, other);
    }
#endif
    const sum_t total = reduce_group(sg, (sum_t)own, totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}
