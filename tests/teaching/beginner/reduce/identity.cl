/* A beginner's mistake, for tests/teaching/test_beginner.c: every operator begins with 0.
 * SPDX-License-Identifier: MIT
 */
#include "reduce/reduce.h"

SG_KERNEL void reduce_identity(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                           __local sum_t *totals SG_PARAMS) {
    SG_BEGIN(sg);
    sum_t own = 0;
    const ulong first = get_group_id(0) * share;
    for (ulong k = get_local_id(0); k < share; k += SG_GROUP_SIZE)
        if (first + k < n) own = operator_combine(own, (sum_t)x[first + k]);
    const sum_t total = reduce_group(sg, operator_reduce(sg, own), totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}
