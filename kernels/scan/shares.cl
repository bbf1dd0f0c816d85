/* scan: reduce-then-scan over shares, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   scan_shares_total   totals[shares * SCAN_RUNS]: of each run of a share
 *   scan_shares         y[n]
 *
 * A work-item has a share of `each` consecutive elements, a multiple of 16, and is a work-group: one core's work. It
 * processes vectors of eight elements, or pairs in four runs (common/scan_eight.h), and combines the earlier totals
 * itself. x is read twice, the second time from the cache if it fits.
 */
#include "common/scan_eight.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)

__kernel void scan_shares_total(__global const sum_t *restrict x, __global sum_t *restrict totals, ulong n, ulong each COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const ulong begin = get_global_id(0) * each;
    sum_t run[SCAN_RUNS];
    scan_run_totals(x, begin, min(begin + each, n), run);
    for (uint r = 0; r < SCAN_RUNS; ++r) totals[get_global_id(0) * SCAN_RUNS + r] = run[r];
}

/* Returns the prefix after x[i]. */
static inline sum_t scan_one(__global const sum_t *restrict x, __global sum_t *restrict y, ulong i, sum_t before) {
    const sum_t with = operator_combine(before, x[i]);
    y[i] = EXCLUSIVE ? before : with;
    return with;
}

__kernel void scan_shares(__global const sum_t *restrict x, __global const sum_t *restrict initial,
                          __global const sum_t *restrict totals, __global sum_t *restrict y, ulong n, ulong each COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const ulong share = get_global_id(0), begin = share * each, end = min(begin + each, n);
    sum_t before = scan_start(initial);
    for (ulong s = 0; s < share * SCAN_RUNS; ++s) before = operator_combine(before, totals[s]);
    ulong i = begin;
#if OPERATOR != OPERATOR_AFFINE
    for (; i + 8 <= end; i += 8) {
        const eight with = scan_eight(vload8(0, x + i));
        const eight own = EXCLUSIVE ? (eight)(operator_identity(), with.s0123, with.s45, with.s6) : with;
        vstore8(operator_combine((eight)(before), own), 0, y + i);
        before = operator_combine(before, with.s7);
    }
#else
    const ulong run = scan_run(begin, end);
    sum_t first[SCAN_RUNS];
    first[0] = before;
    for (uint r = 1; r < SCAN_RUNS; ++r) first[r] = operator_combine(first[r - 1], totals[share * SCAN_RUNS + r - 1]);
    for (; i < begin + run; ++i)
#pragma unroll
        for (uint r = 0; r < SCAN_RUNS; ++r) first[r] = scan_one(x, y, i + r * run, first[r]);
    before = first[SCAN_RUNS - 1];
    i = begin + SCAN_RUNS * run;
#endif
    for (; i < end; ++i) before = scan_one(x, y, i, before);
}
