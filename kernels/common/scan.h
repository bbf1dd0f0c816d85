/* Scans of a sub-group and of a work-group's tile, shared by scan and compact.
 * SPDX-License-Identifier: MIT
 *
 * A tile is SG_GROUP_SIZE * ITEMS consecutive elements. Each sub-group has W * ITEMS of them, in rows of 4 W
 * (2 W pairs). A lane loads four adjacent elements as one vector:
 *
 *     row 0      lane 0: 0 1 2 3   lane 1: 4 5 6 7   ...   lane W-1: 4W-4 ... 4W-1
 *     row 1      lane 0: 4W ...
 *
 * An element's prefix combines, in this order: everything before the tile, earlier sub-groups, rows, lanes,
 * and elements of the lane.
 *
 * Operator and element type: operators.h. Options: ITEMS, a multiple of 4; SHUFFLES=1 combines lanes by
 * shuffles (Kogge and Stone 1973, Hillis and Steele 1986), 0 by the layer's scan. Work-group-uniform flow.
 */
#ifndef SCAN_H_INCLUDED
#define SCAN_H_INCLUDED

#include "common/counted.h"
#include "common/operators.h"

#ifndef ITEMS
#define ITEMS 16
#endif
#ifndef SHUFFLES
#define SHUFFLES 1
#endif

/* Inlined because of defect D16. */
#define SCAN_FN __attribute__((always_inline)) static inline

#define SCAN_JOIN_(a, b) a##b
#define SCAN_JOIN(a, b) SCAN_JOIN_(a, b)
typedef SCAN_JOIN(T, 4) scan_vector; /* 4 elements, or 2 pairs */
#if OPERATOR == OPERATOR_AFFINE
#define SCAN_RUN 2
#else
#define SCAN_RUN 4
#endif
#define SCAN_ROWS (ITEMS / SCAN_RUN)
#define SCAN_TILE (SG_GROUP_SIZE * ITEMS)

/* The caller's initial value, or the identity. */
SCAN_FN sum_t scan_start(__global const sum_t *initial) {
    return initial != 0 ? initial[0] : operator_identity();
}

SCAN_FN sum_t scan_lanes(sg_t sg, sum_t v) {
#if SHUFFLES || OPERATOR == OPERATOR_AFFINE
#if SG_BACKEND == SG_LOCAL
#pragma unroll 1
#endif
    for (uint d = 1; d < SG_WIDTH; d *= 2) {
        SG_SHOW(sg, "prefix", operator_shown(v));
        const sum_t below = operator_shuffle_up(sg, v, d);
        v = sg_lane(sg) >= d ? operator_combine(below, v) : v;
    }
    SG_SHOW(sg, "prefix", operator_shown(v));
    return v;
#else
    SG_SHOW(sg, "value", v);
    v = operator_scan_inclusive(sg, v);
    SG_SHOW(sg, "prefix", v);
    return v;
#endif
}

/* Exclusive scan over the lanes, from the inclusive one. */
SCAN_FN sum_t scan_before(sg_t sg, sum_t inclusive) {
    const sum_t below = operator_shuffle_up(sg, inclusive, 1u);
    return sg_lane(sg) == 0 ? operator_identity() : below;
}

/* Returns this sub-group's prefix in the tile; *all gets the tile's total. `totals`: one element per
   sub-group. */
SCAN_FN sum_t scan_sub_groups(sg_t sg, sum_t total, __local sum_t *totals, sum_t *all) {
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = total;
    sg_group_barrier_local(sg);
    sum_t before = operator_identity(), sum = operator_identity();
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) {
        if (s == sg_id(sg)) before = sum;
        sum = operator_combine(sum, totals[s]);
    }
    sg_group_barrier_local(sg); /* the caller may call again */
    *all = sum;
    return before;
}

SCAN_FN sum_t scan_group_total(sg_t sg, sum_t total, __local sum_t *totals) {
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = total;
    sg_group_barrier_local(sg);
    sum_t sum = operator_identity();
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) sum = operator_combine(sum, totals[s]);
    sg_group_barrier_local(sg);
    return sum;
}

/* The loop is not unrolled on a CPU with more than 4 rows: 64 elements at 32 lanes took half a minute to
   compile and were a tenth faster. It is not unrolled for emulated collectives, whose code is large. */
#if SG_BACKEND == SG_LOCAL || (ON_CPU && SCAN_ROWS > 4)
#define SCAN_EACH_ROW _Pragma("unroll 1")
#else
#define SCAN_EACH_ROW _Pragma("unroll")
#endif

#ifndef SCAN_LANES_ONLY /* for structs in place of elements (segments/pairs.h) */

/* A work-item's part of a tile. */
typedef struct {
    sum_t run[SCAN_ROWS][SCAN_RUN]; /* prefixes within the run of SCAN_RUN elements */
    sum_t before[SCAN_ROWS];        /* the sub-group's rows and lanes before the run */
    sum_t total;                    /* of the whole sub-group */
} scan_part;

/* SCAN_ONCE=1: a work-group keeps its one tile in registers during other work. Positions relative to the
   tile, in 32 bits, take fewer registers. */
#if SCAN_ONCE
typedef uint scan_index;
#define SCAN_REBASE(x, first, n)                                                                             \
    ((x) += (first), (n) = (first) < (n) ? min((n) - (first), (ulong)SCAN_TILE) : 0, (first) = 0)
#else
typedef ulong scan_index;
#define SCAN_REBASE(x, first, n) ((void)0)
#endif

/* The work-item's run in row r of the tile that begins at `first`. */
SCAN_FN scan_index scan_place(sg_t sg, ulong first, uint r) {
    return (scan_index)first + sg_id(sg) * (SG_WIDTH * ITEMS) + (r * SG_WIDTH + sg_lane(sg)) * SCAN_RUN;
}

SCAN_FN void scan_load(__global const sum_t *restrict x, scan_index i, scan_index n, sum_t run[SCAN_RUN]) {
    if (i + SCAN_RUN <= n) { /* i is a multiple of SCAN_RUN, so the vector is aligned */
        const scan_vector v = ((__global const scan_vector *)x)[i / SCAN_RUN];
#if OPERATOR == OPERATOR_AFFINE
        run[0] = v.lo;
        run[1] = v.hi;
#else
        run[0] = (sum_t)v.s0;
        run[1] = (sum_t)v.s1;
        run[2] = (sum_t)v.s2;
        run[3] = (sum_t)v.s3;
#endif
    } else {
        for (uint k = 0; k < SCAN_RUN; ++k) run[k] = i + k < n ? x[i + k] : operator_identity();
    }
}

SCAN_FN void scan_store(__global sum_t *restrict y, scan_index i, scan_index n, const sum_t run[SCAN_RUN]) {
    if (i + SCAN_RUN <= n) {
#if OPERATOR == OPERATOR_AFFINE
        ((__global scan_vector *)y)[i / SCAN_RUN] = (scan_vector)(run[0], run[1]);
#else
        ((__global scan_vector *)y)[i / SCAN_RUN] = (scan_vector)((T)run[0], (T)run[1], (T)run[2], (T)run[3]);
#endif
    } else {
        for (uint k = 0; k < SCAN_RUN; ++k)
            if (i + k < n) y[i + k] = run[k];
    }
}

/* Unrolled rows have all loads in flight together. */
SCAN_FN scan_part scan_tile(sg_t sg, __global const sum_t *restrict x, ulong first, ulong n) {
    scan_part part;
    SCAN_REBASE(x, first, n);
    part.total = operator_identity();
    SCAN_EACH_ROW
    for (uint r = 0; r < SCAN_ROWS; ++r) scan_load(x, scan_place(sg, first, r), (scan_index)n, part.run[r]);
    SCAN_EACH_ROW
    for (uint r = 0; r < SCAN_ROWS; ++r) {
        for (uint k = 1; k < SCAN_RUN; ++k)
            part.run[r][k] = operator_combine(part.run[r][k - 1], part.run[r][k]);
        const sum_t lanes = scan_lanes(sg, part.run[r][SCAN_RUN - 1]);
        const sum_t before = scan_before(sg, lanes), row = operator_broadcast(sg, lanes, SG_WIDTH - 1u);
        part.before[r] = operator_combine(part.total, before);
        part.total = operator_combine(part.total, row);
    }
    return part;
}

SCAN_FN sum_t scan_tile_total(sg_t sg, __global const sum_t *restrict x, ulong first, ulong n) {
    sum_t total = operator_identity();
    for (uint r = 0; r < SCAN_ROWS; ++r) {
        sum_t run[SCAN_RUN];
        scan_load(x, scan_place(sg, first, r), (scan_index)n, run);
        for (uint k = 1; k < SCAN_RUN; ++k) run[0] = operator_combine(run[0], run[k]);
        const sum_t lanes = scan_lanes(sg, run[0]), row = operator_broadcast(sg, lanes, SG_WIDTH - 1u);
        total = operator_combine(total, row);
    }
    return total;
}

/* `before` combines everything before the sub-group. */
SCAN_FN void scan_finish(sg_t sg, const scan_part *part, sum_t before, bool exclusive,
                         __global sum_t *restrict y, ulong first, ulong n) {
    SCAN_REBASE(y, first, n);
    SCAN_EACH_ROW
    for (uint r = 0; r < SCAN_ROWS; ++r) {
        const sum_t base = operator_combine(before, part->before[r]);
        sum_t out[SCAN_RUN];
        for (uint k = 0; k < SCAN_RUN; ++k)
            out[k] = !exclusive ? operator_combine(base, part->run[r][k])
                     : k == 0   ? base
                                : operator_combine(base, part->run[r][k - 1]);
        scan_store(y, scan_place(sg, first, r), (scan_index)n, out);
    }
}

/* ---- reduce, then scan: three launches --------------------------------------------------------------- */

/* Launch 1, on every work-item; `share` is a multiple of SCAN_TILE. */
SCAN_FN sum_t scan_share_total(sg_t sg, __global const sum_t *restrict x, ulong n, ulong share,
                               __local sum_t *totals) {
    const ulong begin = get_group_id(0) * share, end = min(begin + share, n);
    sum_t sum = operator_identity();
    for (ulong first = begin; first < end; first += SCAN_TILE) {
        const sum_t own = scan_tile_total(sg, x, first, end);
        const sum_t all = scan_group_total(sg, own, totals);
        sum = operator_combine(sum, all);
    }
    return sum;
}

/* Launches 2 and 3: after `carry`; x and y may be the same. Returns the carry after the share. */
SCAN_FN sum_t scan_share(sg_t sg, __global const sum_t *x, __global sum_t *y, ulong n, ulong share,
                         bool exclusive, sum_t carry, __local sum_t *totals) {
    const ulong begin = get_group_id(0) * share, end = min(begin + share, n);
    for (ulong first = begin; first < end; first += SCAN_TILE) {
        const scan_part part = scan_tile(sg, x, first, end);
        sum_t all;
        const sum_t before = scan_sub_groups(sg, part.total, totals, &all);
        scan_finish(sg, &part, operator_combine(carry, before), exclusive, y, first, end);
        carry = operator_combine(carry, all);
    }
    return carry;
}

#endif

#endif
