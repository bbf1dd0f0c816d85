/* runs: the heads of a work-group's tile. SPDX-License-Identifier: MIT
 *
 * A head is an element that differs from the one before it, or the first. A tile is SG_GROUP_SIZE * ITEMS
 * consecutive elements. A sub-group has a part of SG_WIDTH * ITEMS, of which it reads SG_WIDTH at a time.
 * Elements are compared by their bits. Work-group-uniform flow.
 */
#ifndef HEADS_H_INCLUDED
#define HEADS_H_INCLUDED

#include "sg/sg.h"

/* heads_cell: an element in memory; heads_word: in registers. */
#if TYPE == TYPE_I64 || TYPE == TYPE_U64 || TYPE == TYPE_F64
typedef ulong heads_cell, heads_word;
#elif TYPE == TYPE_U8
typedef uchar heads_cell;
typedef uint heads_word;
#elif TYPE == TYPE_U16
typedef ushort heads_cell;
typedef uint heads_word;
#else
typedef uint heads_cell, heads_word;
#endif

#ifndef ITEMS
#define ITEMS 1
#endif
enum { HEADS_ITEMS = ITEMS, HEADS_PART = SG_WIDTH * ITEMS, HEADS_TILE = SG_GROUP_SIZE * ITEMS };

/* Inlined because of defect D16. */
#define HEADS_FN __attribute__((always_inline)) static inline

HEADS_FN int heads_is(__global const heads_cell *x, size_t i) {
    return i == 0 || x[i] != x[i - 1];
}

/* Of the sub-group's part of a tile. */
typedef struct {
    uint own;         /* heads in the part */
    uint before;      /* in the parts of earlier sub-groups */
    uint total;       /* in the tile */
    uint next;        /* the first head of a later part, from the tile's first element on; HEADS_TILE: none */
    uint first, last; /* heads of the tile; if it has none, HEADS_TILE and 0 */
} heads_part;

/* Stores the heads of the part, from the tile's first element on, in its part of `staged`. `parts` has three
 * words per sub-group. Lane 0 reads the element before the row; the other lanes get it from their neighbour.
 */
HEADS_FN heads_part heads_stage(sg_t sg, __global const heads_cell *x, uint n, uint tile, __local uint *parts,
                                __local uint *staged) {
    const uint lane = sg_lane(sg), at = sg_id(sg) * HEADS_PART;
    const size_t first = (size_t)tile * HEADS_TILE + at + lane;
    heads_part part = {0, 0, 0, HEADS_TILE, HEADS_TILE, 0};
    heads_word v[HEADS_ITEMS];
#pragma unroll
    for (uint k = 0; k < HEADS_ITEMS; ++k) v[k] = first + k * SG_WIDTH < n ? x[first + k * SG_WIDTH] : 0;
#pragma unroll
    for (uint k = 0; k < HEADS_ITEMS; ++k) {
        const size_t i = first + k * SG_WIDTH;
        const int there = i < n;
        heads_word last = sg_shuffle_up(sg, v[k], 1u);
        if (lane == 0 && there && i > 0) last = x[i - 1];
        const int head =
            there & ((i == 0) | (v[k] != last)); /* && and || trigger defect D9 (docs/defects.md) */
        const sg_mask heads = sg_ballot(sg, head);
        SG_SHOW(sg, "value", v[k]);
        SG_SHOW_MASK(sg, "heads", heads);
        if (head) staged[at + part.own + sg_mask_count_below(heads, lane)] = at + k * SG_WIDTH + lane;
        part.own += sg_mask_count(heads);
    }
    sg_barrier_local(sg);
    if (lane == 0) {
        parts[3 * sg_id(sg)] = part.own;
        parts[3 * sg_id(sg) + 1] = part.own > 0 ? staged[at] : HEADS_TILE;
        parts[3 * sg_id(sg) + 2] = part.own > 0 ? staged[at + part.own - 1] : 0;
    }
    sg_group_barrier_local(sg);
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) {
        part.before += s < sg_id(sg) ? parts[3 * s] : 0;
        part.total += parts[3 * s];
        part.next = s > sg_id(sg) ? min(part.next, parts[3 * s + 1]) : part.next;
        part.first = min(part.first, parts[3 * s + 1]);
        part.last = max(part.last, parts[3 * s + 2]);
    }
    return part;
}

/* The tile's runs begin with number `base`. The length of the last one needs the next head: see runs_ends and
 * runs_lookback.
 */
HEADS_FN void heads_write(sg_t sg, __global const heads_cell *x, uint tile, heads_part part,
                          __local const uint *staged, uint base, __global heads_cell *values,
                          __global uint *starts, __global uint *lengths) {
    const uint at = sg_id(sg) * HEADS_PART;
    const size_t first = (size_t)tile * HEADS_TILE;
    base += part.before;
    for (uint j = sg_lane(sg); j < part.own; j += SG_WIDTH) {
        const uint head = staged[at + j], next = j + 1 < part.own ? staged[at + j + 1] : part.next;
        values[base + j] = x[first + head];
        starts[base + j] = (uint)first + head;
        if (next < HEADS_TILE) lengths[base + j] = next - head;
    }
}

#endif
