/* segments: a work-group's tile. SPDX-License-Identifier: MIT
 *
 * A tile is SG_GROUP_SIZE * ITEMS consecutive elements. A sub-group has SG_WIDTH * ITEMS of them, in rows of
 * 4 * SG_WIDTH, of which a lane has 4 neighbours. Work-group-uniform flow.
 */
#ifndef SEGMENTS_TILE_H_INCLUDED
#define SEGMENTS_TILE_H_INCLUDED

#include "segments/segments.h"

enum { SEGMENTS_RUN = 4, SEGMENTS_ROWS = ITEMS / 4, SEGMENTS_TILE = SG_GROUP_SIZE * ITEMS };

/* A work-item's part of a tile. */
typedef struct {
    segments_value value[SEGMENTS_ROWS][SEGMENTS_RUN];
    uint heads;                          /* by keys: a bit per element, rows first */
    segments_pair before[SEGMENTS_ROWS]; /* the sub-group's rows and lanes before the run */
    segments_pair total;                 /* of the sub-group */
} segments_part;

/* From the tile's first element on. */
SEGMENTS_FN uint segments_place(sg_t sg, uint r) {
    return sg_id(sg) * (SG_WIDTH * ITEMS) + (r * SG_WIDTH + sg_lane(sg)) * SEGMENTS_RUN;
}

/* The first segment that begins after element i, on all lanes: they test SG_WIDTH of them at a time. */
SEGMENTS_FN uint segments_search(sg_t sg, const segments_way *way, uint i) {
    uint low = 0, high = way->segments;
    while (low < high) {
        const uint apart = (high - low) / (SG_WIDTH + 1u) + 1u, s = low + (sg_lane(sg) + 1u) * apart - 1u;
        const int before = (s < high) & (segments_begin(way, min(s, high - 1u)) <= i); /* defect D9 */
        const uint lanes = sg_mask_count(sg_ballot(sg, before));
        high = min(high, low + (lanes + 1u) * apart - 1u);
        low += lanes * apart;
    }
    return low;
}

/* staged[e] becomes the id of the tile's element e. Many empty segments would take one work-group long, so
 * each element is then searched among the offsets.
 */
SEGMENTS_FN void segments_mark(sg_t sg, const segments_way *way, size_t first, __local uint *staged) {
    const uint item = (uint)get_local_id(0), end = (uint)min(first + SEGMENTS_TILE, (size_t)way->n);
    const uint from = first > 0 ? segments_search(sg, way, (uint)first - 1) : 0,
               to = segments_search(sg, way, end - 1);
    const int few = to - from <= 4 * SEGMENTS_TILE;
    for (uint e = item; e < SEGMENTS_TILE; e += SG_GROUP_SIZE) {
        uint id = 0;
        if (!few && first + e < end) {
            id = segments_after(way, from, (uint)first + e);
            if (id == 0 || segments_begin(way, id - 1) != first + e) id = 0;
        }
        staged[e] = id;
    }
    sg_group_barrier_local(sg);
    for (uint s = from + item; few && s < to; s += SG_GROUP_SIZE) {
        const uint begin = segments_begin(way, s);
        if (begin < segments_begin(way, s + 1) && begin >= first && begin < end)
            staged[begin - first] = s + 1;
    }
    sg_group_barrier_local(sg);
}

/* The id of element e of the tile. */
SEGMENTS_FN uint segments_tile_id(const segments_part *part, __local const uint *staged, uint r, uint k,
                                  uint e) {
    return KEY == KEY_NONE ? staged[e] : part->heads >> (SEGMENTS_RUN * r + k) & 1;
}

SEGMENTS_FN void segments_load(const segments_way *way, size_t i, segments_value run[SEGMENTS_RUN]) {
#if OPERATOR != OPERATOR_AFFINE
    if (i + SEGMENTS_RUN <= way->n) { /* i is a multiple of 4, so the vector is aligned */
        const scan_vector v = ((__global const scan_vector *)way->x)[i / SEGMENTS_RUN];
        run[0] = (segments_value)v.s0;
        run[1] = (segments_value)v.s1;
        run[2] = (segments_value)v.s2;
        run[3] = (segments_value)v.s3;
        return;
    }
#endif
    for (uint k = 0; k < SEGMENTS_RUN; ++k) run[k] = i + k < way->n ? way->x[i + k] : segments_nothing();
}

/* The heads among four elements, a bit each. */
SEGMENTS_FN uint segments_heads(const segments_way *way, size_t i) {
    uint heads = 0;
    for (uint k = 0; k < SEGMENTS_RUN; ++k)
        if (i + k < way->n) heads |= segments_key_id(way, i + k) << k;
    return heads;
}

SEGMENTS_FN segments_part segments_tile(sg_t sg, const segments_way *way, size_t first,
                                        __local uint *staged) {
    segments_part part;
    part.total = operator_identity();
    part.heads = 0;
    if (KEY == KEY_NONE) segments_mark(sg, way, first, staged);
    SCAN_EACH_ROW
    for (uint r = 0; r < SEGMENTS_ROWS; ++r) {
        segments_load(way, first + segments_place(sg, r), part.value[r]);
        if (KEY != KEY_NONE)
            part.heads |= segments_heads(way, first + segments_place(sg, r)) << SEGMENTS_RUN * r;
    }
    SCAN_EACH_ROW
    for (uint r = 0; r < SEGMENTS_ROWS; ++r) {
        segments_pair run = operator_identity();
        for (uint k = 0; k < SEGMENTS_RUN; ++k) {
            const uint e = segments_place(sg, r) + k;
            run = segments_combine(
                run, segments_make(part.value[r][k], first + e, segments_tile_id(&part, staged, r, k, e)));
        }
        const segments_pair lanes = scan_lanes(sg, run);
        const segments_pair before = scan_before(sg, lanes),
                            row = operator_broadcast(sg, lanes, SG_WIDTH - 1u);
        part.before[r] = segments_combine(part.total, before);
        part.total = segments_combine(part.total, row);
    }
    return part;
}

SEGMENTS_FN void segments_store(const segments_out *out, size_t i, uint n,
                                const segments_value run[SEGMENTS_RUN]) {
#if OPERATOR != OPERATOR_AFFINE
    if (i + SEGMENTS_RUN <= n) {
        ((__global scan_vector *)out->y)[i / SEGMENTS_RUN] =
            (scan_vector)((T)run[0], (T)run[1], (T)run[2], (T)run[3]);
        return;
    }
#endif
    for (uint k = 0; k < SEGMENTS_RUN; ++k)
        if (i + k < n) out->y[i + k] = run[k];
}

/* The results of the part; `before` combines everything before the sub-group. */
SEGMENTS_FN void segments_write(sg_t sg, const segments_way *way, const segments_out *out,
                                const segments_part *part, segments_pair before, size_t first,
                                __local const uint *staged) {
    SCAN_EACH_ROW
    for (uint r = 0; r < SEGMENTS_ROWS; ++r) {
        segments_pair with = segments_combine(before, part->before[r]);
        segments_value prefix[SEGMENTS_RUN];
        const uint e = segments_place(sg, r);
        const size_t i = first + e;
        for (uint k = 0; k < SEGMENTS_RUN; ++k) {
            const uint id = segments_tile_id(part, staged, r, k, e + k);
            with = segments_step(out, with, segments_make(part->value[r][k], i + k, id), i + k, &prefix[k]);
            if (i + k + 1 == way->n) segments_finish(out, with);
        }
        if (KIND != KIND_REDUCE) segments_store(out, i, way->n, prefix);
    }
}

#endif
