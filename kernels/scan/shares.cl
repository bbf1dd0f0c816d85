/* scan: reduce-then-scan over shares, for CPUs. SPDX-License-Identifier: MIT
 *
 *   scan_shares_total   totals[shares]: all of a share combined
 *   scan_shares         y[n]
 *
 * A work-item has a share, `each` consecutive elements, a multiple of 16, and is a work-group: one core's work. It takes eight
 * elements at a time as a vector (common/scan_eight.h). What stands before a share it combines from the totals itself. x is read
 * twice, the second time out of a cache where it fits.
 */
#include "common/scan_eight.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)

__kernel void scan_shares_total(__global const sum_t *restrict x, __global sum_t *restrict totals, ulong n, ulong each COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const ulong begin = get_global_id(0) * each;
    totals[get_global_id(0)] = scan_eight_total(x, begin, min(begin + each, n));
}

__kernel void scan_shares(__global const sum_t *restrict x, __global const sum_t *restrict initial,
                          __global const sum_t *restrict totals, __global sum_t *restrict y, ulong n, ulong each COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const ulong share = get_global_id(0), end = min((share + 1) * each, n);
    sum_t before = scan_start(initial);
    for (ulong s = 0; s < share; ++s) before = operator_combine(before, totals[s]);
    ulong i = share * each;
#if OPERATOR != OPERATOR_AFFINE
    for (; i + 8 <= end; i += 8) {
        const eight with = scan_eight(vload8(0, x + i));
        const eight own = EXCLUSIVE ? (eight)(operator_identity(), with.s0123, with.s45, with.s6) : with;
        vstore8(operator_combine((eight)(before), own), 0, y + i);
        before = operator_combine(before, with.s7);
    }
#endif
    for (; i < end; ++i) {
        const sum_t with = operator_combine(before, x[i]);
        y[i] = EXCLUSIVE ? before : with;
        before = with;
    }
}
