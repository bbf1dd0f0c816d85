/* scan: reduce-then-scan over shares, for CPUs. SPDX-License-Identifier: MIT
 *
 *   scan_shares_total   totals[shares]: all of a share combined
 *   scan_shares         y[n]
 *
 * A work-item has a share, `each` consecutive elements, a multiple of 16, and is a work-group: one core's work. It takes eight
 * elements at a time as a vector, whose parts meet in three steps of Kogge and Stone; pairs it takes one by one. What stands
 * before a share it combines from the totals itself. x is read twice, the second time out of a cache where it fits.
 */
#include "common/scan.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)

#if OPERATOR != OPERATOR_AFFINE
#if (OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MUL) && TYPE == TYPE_I32
typedef uint8 eight;
#elif (OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MUL) && TYPE == TYPE_I64
typedef ulong8 eight;
#else
typedef SCAN_JOIN(T, 8) eight;
#endif

/* The inclusive scan of a vector's eight parts. */
static inline eight scan_eight(eight v) {
    const sum_t none = operator_identity();
    v = operator_combine((eight)(none, v.s0123, v.s45, v.s6), v);
    v = operator_combine((eight)(none, none, v.s0123, v.s45), v);
    return operator_combine((eight)(none, none, none, none, v.s0123), v);
}
#endif

__kernel void scan_shares_total(__global const sum_t *restrict x, __global sum_t *restrict totals, ulong n, ulong each COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const ulong begin = get_global_id(0) * each, end = min(begin + each, n);
    sum_t total = operator_identity();
    ulong i = begin;
#if OPERATOR != OPERATOR_AFFINE
    if (begin + 16 <= end) {
        eight a = vload8(0, x + i), b = vload8(1, x + i);
        for (i += 16; i + 16 <= end; i += 16) {
            a = operator_combine(a, vload8(0, x + i));
            b = operator_combine(b, vload8(1, x + i));
        }
        total = scan_eight(operator_combine(a, b)).s7;
    }
#endif
    for (; i < end; ++i) total = operator_combine(total, x[i]);
    totals[get_global_id(0)] = total;
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
