/* reduce: keeps the order of the elements, which pairs (affine) need.
 * SPDX-License-Identifier: MIT
 *
 *   reduce_ordered   totals[work-groups]: a share of `share` elements each, in whole tiles (common/scan.h)
 *   reduce_shares    totals[work-items]: a share of `each` elements each, for CPUs (common/scan_eight.h)
 *
 * A second launch of the same kernel, with one share, combines the totals.
 */
#include "common/scan_eight.h"

SG_KERNEL void reduce_ordered(__global const sum_t *restrict x, __global sum_t *restrict totals, ulong n, ulong share,
                              __local sum_t *sub_groups COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const sum_t total = scan_share_total(sg, x, n, share, sub_groups);
    if (get_local_id(0) == 0) totals[get_group_id(0)] = total;
}

__kernel void reduce_shares(__global const sum_t *restrict x, __global sum_t *restrict totals, ulong n, ulong each COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const ulong begin = get_global_id(0) * each;
    sum_t run[SCAN_RUNS], total = operator_identity();
    scan_run_totals(x, begin, min(begin + each, n), run);
    for (uint r = 0; r < SCAN_RUNS; ++r) total = operator_combine(total, run[r]);
    totals[get_global_id(0)] = total;
}
