/* A beginner's mistake, for tests/teaching/test_beginner.c: reads the sub-groups' totals before all are written.
 * SPDX-License-Identifier: MIT
 */
#include "reduce/reduce.h"

SG_KERNEL void reduce_no_barrier(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                           __local sum_t *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const sum_t total = operator_reduce(sg, reduce_own(x, n, share));
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = total;
    if (get_local_id(0) == 0) {
        sum_t sum = totals[0];
        for (uint s = 1; s < sg_count(sg); ++s) sum = operator_combine(sum, totals[s]);
        result[get_group_id(0)] = sum;
    }
}
