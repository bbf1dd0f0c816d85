/* Eight elements at a time as a vector, by one work-item: what suits a CPU's cores.
 * SPDX-License-Identifier: MIT
 *
 * Pairs (affine), whose order matters, have no such vector: a total takes four runs of them by turns, because
 * each step waits for the one before it.
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

/* The inclusive scan of a vector's eight parts: three steps of Kogge and Stone. */
static inline eight scan_eight(eight v) {
    const sum_t none = operator_identity();
    v = operator_combine((eight)(none, v.s0123, v.s45, v.s6), v);
    v = operator_combine((eight)(none, none, v.s0123, v.s45), v);
    return operator_combine((eight)(none, none, none, none, v.s0123), v);
}
#endif

/* Elements `begin` to `end` - 1 combined. */
static inline sum_t scan_eight_total(__global const sum_t *restrict x, ulong begin, ulong end) {
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
#else
    const ulong run = begin < end ? (end - begin) / 4 : 0;
    sum_t a = total, b = total, c = total, d = total;
    for (; i < begin + run; ++i) {
        a = operator_combine(a, x[i]);
        b = operator_combine(b, x[i + run]);
        c = operator_combine(c, x[i + 2 * run]);
        d = operator_combine(d, x[i + 3 * run]);
    }
    total = operator_combine(operator_combine(a, b), operator_combine(c, d));
    i = begin + 4 * run;
#endif
    for (; i < end; ++i) total = operator_combine(total, x[i]);
    return total;
}

#endif
