/* reduce: combines all elements by one operator.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  result[work-groups], a total each; a second launch, of one work-group, combines these
 *
 * Work-group-uniform flow. Each work-item combines its own elements (reduce_own), then the W lanes combine:
 *
 *   serial     W - 1 steps: every lane reads lanes 1, 2, 3, ...
 *   tree       log2 W steps: from lane l + d, d = W/2, W/4, ..., 1; the total is on lane 0
 *   butterfly  log2 W steps: from lane l ^ d; the total is on every lane
 *   builtin    one call: the device's own, if it has one
 *
 * Then the sub-groups combine (reduce_group).
 */
#include "reduce/reduce.h"

/* The serial program: one work-item, one loop. Plain OpenCL C. */
__kernel void reduce_loop(__global const sum_t *restrict x, __global sum_t *restrict result, ulong n COUNTED_PARAMS) {
    COUNTED_CUT(n);
    sum_t total = operator_identity();
    for (ulong i = 0; i < n; ++i) total = operator_combine(total, x[i]);
    result[0] = total;
}

#if OPERATOR != OPERATOR_AFFINE /* the kernels below do not keep the order of pairs: see ordered.cl */

SG_KERNEL void reduce_serial(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                             __local sum_t *totals COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const sum_t own = reduce_own(x, n, share);
    SG_SHOW(sg, "own", own);
    sum_t total = sg_broadcast(sg, own, 0u);
    for (uint l = 1; l < SG_WIDTH; ++l) total = operator_combine(total, sg_broadcast(sg, own, l));
    SG_SHOW(sg, "total", total);
    total = reduce_group(sg, total, totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}

SG_KERNEL void reduce_tree(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                           __local sum_t *totals COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sum_t total = reduce_own(x, n, share);
    for (uint d = SG_WIDTH / 2; d > 0; d /= 2) {
        SG_SHOW(sg, "total", total);
        total = operator_combine(total, sg_shuffle_down(sg, total, d));
    }
    SG_SHOW(sg, "total", total);
    total = reduce_group(sg, total, totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}

SG_KERNEL void reduce_butterfly(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                                __local sum_t *totals COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sum_t total = reduce_own(x, n, share);
    for (uint d = SG_WIDTH / 2; d > 0; d /= 2) {
        SG_SHOW(sg, "total", total);
        total = operator_combine(total, sg_shuffle_xor(sg, total, d));
    }
    SG_SHOW(sg, "total", total);
    total = reduce_group(sg, total, totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}

SG_KERNEL void reduce_builtin(__global const T *restrict x, __global sum_t *restrict result, ulong n, ulong share,
                              __local sum_t *totals COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const sum_t own = reduce_own(x, n, share);
    SG_SHOW(sg, "own", own);
    sum_t total = operator_reduce(sg, own);
    SG_SHOW(sg, "total", total);
    total = reduce_group(sg, total, totals);
    if (get_local_id(0) == 0) result[get_group_id(0)] = total;
}

#endif
