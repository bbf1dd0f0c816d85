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

/* once (once.cl), but the count of work-groups that have finished is not set to 0 again: the second run has no last one,
 * and no result. */
SG_KERNEL void reduce_left_count(__global const T *restrict x, __global sum_t *restrict result, __global uint *states,
                                 ulong n, ulong share, __local sum_t *sub_groups, __local uint *last SG_PARAMS) {
    SG_BEGIN(sg);
    const uint groups = get_num_groups(0), item = get_local_id(0);
    sum_t total = reduce_group(sg, operator_reduce(sg, reduce_own(x, n, share)), sub_groups);
    if (item == 0) {
        put_total(states + 1 + get_group_id(0) * TOTAL_WORDS, total);
        last[0] = atomic_inc((volatile __global uint *)states) == groups - 1;
    }
    sg_group_barrier_local(sg);
    sum_t of_all = operator_identity();
    for (uint g = item; g < (last[0] ? groups : 0u); g += SG_GROUP_SIZE)
        of_all = operator_combine(of_all, take_total(states + 1 + g * TOTAL_WORDS));
    total = reduce_group(sg, operator_reduce(sg, of_all), sub_groups);
    if (item == 0 && last[0]) result[0] = total;
}
