/* reduce: in one launch.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  result[1]; states[1 + work-groups * TOTAL_WORDS], 0 before the first run and after each run
 *
 * Each work-group writes its total (put_total), then adds 1 to states[0]. The last combines all totals in a fixed
 * order, so results are reproducible, and waits for no work-group to run.
 */
#include "reduce/reduce.h"

SG_KERNEL void reduce_once(__global const T *restrict x, __global sum_t *restrict result, __global uint *states,
                           ulong n, ulong share, __local sum_t *sub_groups, __local uint *last COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, share)) return;
    volatile __global uint *counted = states, *totals = states + 1;
    const uint groups = COUNTED_GROUPS(n, share), item = get_local_id(0);
    const sum_t own = reduce_own(x, n, share);
    SG_SHOW(sg, "own", own);
    sum_t total = reduce_group(sg, operator_reduce(sg, own), sub_groups);
    if (item == 0) {
        put_total(totals + get_group_id(0) * TOTAL_WORDS, total);
        last[0] = atomic_inc(counted) == groups - 1;
    }
    sg_group_barrier_local(sg);
    const uint there = last[0] ? groups : 0u;
    if (SG_USES_LOCAL || there) { /* barriers in a branch: defect D15 */
        sum_t of_all = operator_identity();
        for (uint g = item; g < there; g += SG_GROUP_SIZE)
            of_all = operator_combine(of_all, take_total(totals + g * TOTAL_WORDS));
        total = reduce_group(sg, operator_reduce(sg, of_all), sub_groups);
        if (item == 0 && there) {
            result[0] = total;
            atomic_xchg(counted, 0u);
        }
    }
}
