/* segments: elements with their segment's id; the layer's scans and look-backs take them as elements.
 * SPDX-License-Identifier: MIT
 *
 * (id a, value a) then (id b, value b) is (id of the last, b begins a segment ? value b : a op b). An id is
 * not 0 only where a segment begins: by keys it is 1, and ids are added; by offsets it is the segment's
 * number + 1, and the last remains. The operation is associative if op is.
 *
 * argmin and argmax: op takes the better value, of equal ones that of the smaller place. A NaN is better than
 * any number.
 */
#ifndef SEGMENTS_PAIRS_H_INCLUDED
#define SEGMENTS_PAIRS_H_INCLUDED

#if OPERATOR == OPERATOR_ARGMIN
#define SEGMENTS_PLACES 1
#define segments_better(a, b) ((a) < (b))
#undef OPERATOR
#define OPERATOR OPERATOR_MIN
#elif OPERATOR == OPERATOR_ARGMAX
#define SEGMENTS_PLACES 1
#define segments_better(a, b) ((a) > (b))
#undef OPERATOR
#define OPERATOR OPERATOR_MAX
#else
#define SEGMENTS_PLACES 0
#endif
#include "common/operators.h"

/* Inlined because of defect D16. */
#define SEGMENTS_FN __attribute__((always_inline)) static inline

typedef sum_t segments_value;

SEGMENTS_FN segments_value segments_op(segments_value a, segments_value b) {
    return operator_combine(a, b);
}
SEGMENTS_FN segments_value segments_nothing(void) {
    return operator_identity();
}
SEGMENTS_FN segments_value segments_shuffle_up(sg_t sg, segments_value v, uint d) {
    return operator_shuffle_up(sg, v, d);
}
SEGMENTS_FN segments_value segments_broadcast(sg_t sg, segments_value v, uint lane) {
    return operator_broadcast(sg, v, lane);
}

#if OPERATOR != OPERATOR_AFFINE
#define SEGMENTS_WRAPS (OPERATOR == OPERATOR_ADD || OPERATOR == OPERATOR_MUL)
#if TYPE == TYPE_F32
typedef float8 segments_eight;
#elif TYPE == TYPE_F64
typedef double8 segments_eight;
#elif TYPE == TYPE_U32 || (TYPE == TYPE_I32 && SEGMENTS_WRAPS)
typedef uint8 segments_eight;
#elif TYPE == TYPE_I32
typedef int8 segments_eight;
#elif TYPE == TYPE_U64 || SEGMENTS_WRAPS
typedef ulong8 segments_eight;
#else
typedef long8 segments_eight;
#endif
SEGMENTS_FN segments_eight segments_op_eight(segments_eight a, segments_eight b) {
    return operator_combine(a, b);
}
#endif

/* 8, 16 or 32 bytes without gaps (pair_bytes in segments.c). */
typedef struct {
    segments_value value;
    uint id;
#if SEGMENTS_PLACES
    uint place;
#endif
#if SEGMENTS_PLACES && (TYPE == TYPE_U32 || TYPE == TYPE_I32 || TYPE == TYPE_F32)
    uint spare;
#elif !SEGMENTS_PLACES &&                                                                                    \
    (OPERATOR == OPERATOR_AFFINE || TYPE == TYPE_U64 || TYPE == TYPE_I64 || TYPE == TYPE_F64)
    uint spare;
#endif
#if OPERATOR == OPERATOR_AFFINE && TYPE == TYPE_F64
    uint spares[2];
#endif
} segments_pair;

SEGMENTS_FN segments_pair segments_make(segments_value value, size_t place, uint id) {
    segments_pair p = {value, id};
#if SEGMENTS_PLACES
    p.place = (uint)place;
#endif
    return p;
}

/* Without ids. */
SEGMENTS_FN segments_pair segments_join(segments_pair a, segments_pair b) {
#if SEGMENTS_PLACES
    const int nan_a = a.value != a.value, nan_b = b.value != b.value;
    int takes = segments_better(b.value, a.value), equal = a.value == b.value;
    takes |= nan_b & !nan_a;
    takes &= nan_b | !nan_a;
    equal |= nan_a & nan_b;
    takes |= equal & (b.place < a.place);
    a.value = takes ? b.value : a.value;
    a.place = takes ? b.place : a.place;
#else
    a.value = segments_op(a.value, b.value);
#endif
    return a;
}

SEGMENTS_FN segments_pair segments_combine(segments_pair a, segments_pair b) {
    segments_pair both = segments_join(a, b);
    both.value = b.id ? b.value : both.value;
#if SEGMENTS_PLACES
    both.place = b.id ? b.place : both.place;
#endif
#if KEY == KEY_NONE
    both.id = b.id ? b.id : a.id;
#else
    both.id = a.id + b.id;
#endif
    return both;
}

SEGMENTS_FN segments_pair segments_pair_up(sg_t sg, segments_pair p, uint d) {
    p.value = segments_shuffle_up(sg, p.value, d);
    p.id = sg_shuffle_up(sg, p.id, d);
#if SEGMENTS_PLACES
    p.place = sg_shuffle_up(sg, p.place, d);
#endif
    return p;
}

SEGMENTS_FN segments_pair segments_pair_of(sg_t sg, segments_pair p, uint lane) {
    p.value = segments_broadcast(sg, p.value, lane);
    p.id = sg_broadcast(sg, p.id, lane);
#if SEGMENTS_PLACES
    p.place = sg_broadcast(sg, p.place, lane);
#endif
    return p;
}

/* From here on an element of common/scan.h and common/lookback.h is a pair. */
#undef operator_combine
#undef operator_identity
#undef operator_shuffle_up
#undef operator_broadcast
#undef operator_shown
#define sum_t segments_pair
#define operator_combine(a, b) segments_combine(a, b)
#define operator_identity() segments_make(segments_nothing(), ~(uint)0, 0u)
#define operator_shuffle_up(sg, p, d) segments_pair_up(sg, p, d)
#define operator_broadcast(sg, p, lane) segments_pair_of(sg, p, lane)
#if OPERATOR == OPERATOR_AFFINE
#define operator_shown(p) (p).value.x
#else
#define operator_shown(p) (p).value
#endif
#define SCAN_LANES_ONLY
#undef SHUFFLES
#define SHUFFLES 1
#include "common/scan.h"

#endif
