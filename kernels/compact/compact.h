/* compact: the predicate, and a work-group's tile of elements.
 * SPDX-License-Identifier: MIT
 */
#ifndef COMPACT_H_INCLUDED
#define COMPACT_H_INCLUDED

#include "common/counted.h"
#include "sg/sg.h"

#ifndef ITEMS
#define ITEMS 1 /* elements per work-item */
#endif

/* Integer comparison is the same on every device, even if it flushes denormals. */
#if TYPE == TYPE_U64
typedef ulong compact_word;
#else
typedef uint compact_word;
#endif
static inline compact_word compact_key(T v) {
#if TYPE == TYPE_I32
    return (uint)v ^ 0x80000000u;
#elif TYPE == TYPE_F32
    const uint bits = as_uint(v);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
#else
    return v;
#endif
}

/* The host derives `limit` from the threshold: the last key below it, or the first key above it. NaN is
   neither below nor above anything. With flags, `nonzero` tests these. */
static inline int compact_keeps(T v, __global const uchar *flags, size_t i, ulong limit) {
#if TYPE == TYPE_F32
    const uint magnitude = as_uint(v) & 0x7fffffffu;
    const int number = magnitude <= 0x7f800000u, nonzero = magnitude != 0;
#else
    const int number = 1, nonzero = v != 0;
#endif
#if KEEP == KEEP_BELOW
    return number && compact_key(v) <= (compact_word)limit;
#elif KEEP == KEEP_ABOVE
    return number && compact_key(v) >= (compact_word)limit;
#else
    return flags ? flags[i] != 0 : nonzero;
#endif
}

/* ITEMS elements per work-item. A sub-group reads SG_WIDTH at a time, so that neighbouring lanes read
 * neighbouring elements. */
#define TILE ((size_t)SG_GROUP_SIZE * ITEMS)

/* On every work-item; `totals` has an element per sub-group. Inlined because of defect D16: it contains a
 * barrier. */
__attribute__((always_inline)) static inline uint compact_count_tile(sg_t sg, __global const T *restrict x,
                                                                     __global const uchar *flags, uint n,
                                                                     ulong limit, uint tile,
                                                                     __local uint *totals) {
    const size_t first = tile * TILE + get_local_id(0);
    uint own = 0, total = 0;
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = first + k * SG_GROUP_SIZE;
        if (i < n) own += (uint)compact_keeps(x[i], flags, i, limit);
    }
    SG_SHOW(sg, "own", own);
    const uint sum = sg_reduce_add(sg, own);
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = sum;
    sg_group_barrier_local(sg);
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) total += totals[s];
    return total;
}

/* Numbers of kept elements in a tile. */
typedef struct {
    uint own;    /* of this sub-group */
    uint before; /* of the sub-groups before it in the work-group */
    uint total;  /* of the work-group */
} compact_part;

/* Writes kept elements in order to the start of the sub-group's part of `staged`, SG_WIDTH * ITEMS elements,
   each when it has been tested, so that no position waits in a register. `totals` has an element per
   sub-group. */
__attribute__((always_inline)) static inline compact_part
compact_stage(sg_t sg, __global const T *restrict x, __global const uchar *flags, uint n, ulong limit,
              uint tile, __local uint *totals, __local T *staged) {
    const uint share = sg_id(sg) * SG_WIDTH * ITEMS;
    const size_t first = tile * TILE + share + sg_lane(sg);
    compact_part part = {0, 0, 0};
    T v[ITEMS];
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) v[k] = first + k * SG_WIDTH < n ? x[first + k * SG_WIDTH] : (T)0;
#pragma unroll
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = first + k * SG_WIDTH;
        const int keep = i < n ? compact_keeps(v[k], flags, i, limit) : 0;
        const sg_mask kept = sg_ballot(sg, keep);
        const uint place = part.own + sg_mask_count_below(kept, sg_lane(sg));
        if (keep) staged[share + place] = v[k];
        SG_SHOW(sg, "value", v[k]);
        SG_SHOW_MASK(sg, "kept", kept);
        SG_SHOW(sg, "below", place);
        part.own += sg_mask_count(kept);
    }
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = part.own;
    sg_group_barrier_local(sg);
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) {
        part.before += s < sg_id(sg) ? totals[s] : 0;
        part.total += totals[s];
    }
    return part;
}

/* Writes the work-group's elements to `kept` from `base` on, none past `room`. Neighbouring lanes write
 * neighbouring positions. */
static inline void compact_write(sg_t sg, compact_part part, __local const T *staged,
                                 __global T *restrict kept, uint base, uint room) {
    const uint share = sg_id(sg) * SG_WIDTH * ITEMS;
    base += part.before;
    for (uint j = sg_lane(sg); j < part.own; j += SG_WIDTH)
        if (base + j < room) kept[base + j] = staged[share + j];
}

#endif
