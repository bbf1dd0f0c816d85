/* The operators of reduce and scan, chosen by OPERATOR (default add), over the element type T (TYPE).
 * SPDX-License-Identifier: MIT
 *
 * sum_t is the type of the computation: the element type, but unsigned for sums and products of signed
 * integers (signed overflow is undefined).
 *
 * operator_combine(a, b) combines a and b in this order; it is associative, for floats up to rounding.
 * operator_reduce, operator_scan_inclusive and operator_scan_exclusive are the layer's collectives;
 * operator_shown(v) is the value for SG_SHOW.
 *
 * min and max ignore NaN unless all values are NaN.
 *
 * affine: an element is a pair (v, p) of T, the step c -> c p + v. (v1, p1) followed by (v2, p2) is (v1 p2 +
 * v2, p1 p2). Not commutative: callers keep the order, and the layer has no collectives.
 */
#ifndef OPERATORS_H_INCLUDED
#define OPERATORS_H_INCLUDED

#include "sg/sg.h"

#ifndef OPERATOR
#define OPERATOR 0
#define OPERATOR_ADD 0
#endif
#ifndef OPERATOR_AFFINE /* for algorithms without it */
#define OPERATOR_AFFINE (-1)
#endif

#define OPERATOR_ON_FLOATS (TYPE == TYPE_F32 || TYPE == TYPE_F64)

#if (OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MUL) && TYPE == TYPE_I32
typedef uint sum_t;
#elif (OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MUL) && TYPE == TYPE_I64
typedef ulong sum_t;
#elif OPERATOR == OPERATOR_AFFINE && TYPE == TYPE_F32
typedef float2 sum_t;
#elif OPERATOR == OPERATOR_AFFINE
typedef double2 sum_t;
#else
typedef T sum_t;
#endif

#if OPERATOR == OPERATOR_ADD
#define operator_combine(a, b) ((a) + (b))
#define operator_identity() sg_identity_add(sum_t)
#define operator_reduce(sg, v) sg_reduce_add(sg, v)
#define operator_scan_inclusive(sg, v) sg_scan_inclusive_add(sg, v)
#define operator_scan_exclusive(sg, v) sg_scan_exclusive_add(sg, v)
#elif OPERATOR == OPERATOR_MUL
#define operator_combine(a, b) ((a) * (b))
#define operator_identity() sg_identity_mul(sum_t)
#define operator_reduce(sg, v) sg_reduce_mul(sg, v)
#define operator_scan_inclusive(sg, v) sg_scan_inclusive_mul(sg, v)
#define operator_scan_exclusive(sg, v) sg_scan_exclusive_mul(sg, v)
#elif OPERATOR == OPERATOR_MIN
#if OPERATOR_ON_FLOATS
#define operator_combine(a, b) fmin(a, b)
#else
#define operator_combine(a, b) min(a, b)
#endif
#define operator_identity() sg_identity_min(sum_t)
#define operator_reduce(sg, v) sg_reduce_min(sg, v)
#define operator_scan_inclusive(sg, v) sg_scan_inclusive_min(sg, v)
#define operator_scan_exclusive(sg, v) sg_scan_exclusive_min(sg, v)
#elif OPERATOR == OPERATOR_MAX
#if OPERATOR_ON_FLOATS
#define operator_combine(a, b) fmax(a, b)
#else
#define operator_combine(a, b) max(a, b)
#endif
#define operator_identity() sg_identity_max(sum_t)
#define operator_reduce(sg, v) sg_reduce_max(sg, v)
#define operator_scan_inclusive(sg, v) sg_scan_inclusive_max(sg, v)
#define operator_scan_exclusive(sg, v) sg_scan_exclusive_max(sg, v)
#elif OPERATOR == OPERATOR_AND
#define operator_combine(a, b) ((a) & (b))
#define operator_identity() sg_identity_and(sum_t)
#define operator_reduce(sg, v) sg_reduce_and(sg, v)
#define operator_scan_inclusive(sg, v) sg_scan_inclusive_and(sg, v)
#define operator_scan_exclusive(sg, v) sg_scan_exclusive_and(sg, v)
#elif OPERATOR == OPERATOR_OR
#define operator_combine(a, b) ((a) | (b))
#define operator_identity() sg_identity_or(sum_t)
#define operator_reduce(sg, v) sg_reduce_or(sg, v)
#define operator_scan_inclusive(sg, v) sg_scan_inclusive_or(sg, v)
#define operator_scan_exclusive(sg, v) sg_scan_exclusive_or(sg, v)
#elif OPERATOR == OPERATOR_XOR
#define operator_combine(a, b) ((a) ^ (b))
#define operator_identity() sg_identity_xor(sum_t)
#define operator_reduce(sg, v) sg_reduce_xor(sg, v)
#define operator_scan_inclusive(sg, v) sg_scan_inclusive_xor(sg, v)
#define operator_scan_exclusive(sg, v) sg_scan_exclusive_xor(sg, v)
#elif OPERATOR == OPERATOR_AFFINE
static inline sum_t operator_combine(sum_t a, sum_t b) {
    return (sum_t)(a.x * b.y + b.x, a.y * b.y);
}
#define operator_identity() ((sum_t)((T)0, (T)1))
#elif defined(OPERATOR_LAST)
/* (count, last) in the halves of a ulong: counts are added, an empty `b` has no last. */
static inline sum_t operator_combine(sum_t a, sum_t b) {
    const sum_t last = b >> 32 != 0 ? b : a;
    return ((a >> 32) + (b >> 32)) << 32 | (last & 0xffffffffu);
}
#define operator_identity() ((sum_t)0)
#else
#error "OPERATOR must be one of OPERATOR_ADD, MUL, MIN, MAX, AND, OR, XOR, AFFINE"
#endif

#if OPERATOR == OPERATOR_AFFINE
#define operator_shuffle_up(sg, v, d) ((sum_t)(sg_shuffle_up(sg, (v).x, d), sg_shuffle_up(sg, (v).y, d)))
#define operator_broadcast(sg, v, i) ((sum_t)(sg_broadcast(sg, (v).x, i), sg_broadcast(sg, (v).y, i)))
#define operator_shown(v) (v).x
#else
#define operator_shuffle_up(sg, v, d) sg_shuffle_up(sg, v, d)
#define operator_broadcast(sg, v, i) sg_broadcast(sg, v, i)
#define operator_shown(v) (v)
#endif

#endif
