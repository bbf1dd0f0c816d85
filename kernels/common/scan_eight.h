/* A work-item of a CPU processes vectors of eight elements.
 * SPDX-License-Identifier: MIT
 *
 * Pairs (affine) are not commutative and have no such vector. A step waits for the previous one, so four
 * consecutive runs of `scan_run` pairs (the last also has the remainder) are processed alternately.
 */
#ifndef SCAN_EIGHT_H_INCLUDED
#define SCAN_EIGHT_H_INCLUDED

#include "common/scan.h"

#if OPERATOR != OPERATOR_AFFINE
#if (OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MUL) && TYPE == TYPE_I32
typedef uint8 eight;
#elif (OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MUL) && TYPE == TYPE_I64
typedef ulong8 eight;
#else
typedef SCAN_JOIN(T, 8) eight;
#endif

/* The scan is inclusive, in three Kogge-Stone steps. */
static inline eight scan_eight(eight v) {
    const sum_t none = operator_identity();
    v = operator_combine((eight)(none, v.s0123, v.s45, v.s6), v);
    v = operator_combine((eight)(none, none, v.s0123, v.s45), v);
    return operator_combine((eight)(none, none, none, none, v.s0123), v);
}
#endif

#if OPERATOR == OPERATOR_AFFINE
#define SCAN_RUNS 4 /* totals of a share */
#else
#define SCAN_RUNS 1
#endif

static inline ulong scan_run(ulong begin, ulong end) {
    return begin < end ? (end - begin) / SCAN_RUNS : 0;
}

/* The totals of the runs of elements `begin` to `end` - 1. */
static inline void scan_run_totals(__global const sum_t *restrict x, ulong begin, ulong end,
                                   sum_t total[SCAN_RUNS]) {
    ulong i = begin;
#if OPERATOR != OPERATOR_AFFINE
    total[0] = operator_identity();
    if (begin + 16 <= end) {
        eight a = vload8(0, x + i), b = vload8(1, x + i);
        for (i += 16; i + 16 <= end; i += 16) {
            a = operator_combine(a, vload8(0, x + i));
            b = operator_combine(b, vload8(1, x + i));
        }
        total[0] = scan_eight(operator_combine(a, b)).s7;
    }
#else
    const ulong run = scan_run(begin, end);
    total[0] = total[1] = total[2] = total[3] = operator_identity();
    for (; i < begin + run; ++i)
#pragma unroll
        for (uint r = 0; r < SCAN_RUNS; ++r) total[r] = operator_combine(total[r], x[i + r * run]);
    i = begin + SCAN_RUNS * run;
#endif
    for (; i < end; ++i) total[SCAN_RUNS - 1] = operator_combine(total[SCAN_RUNS - 1], x[i]);
}

#endif
