/* elect: one lane does the work that is equal for all lanes.
 * SPDX-License-Identifier: MIT
 *
 *   key[rows], x[rows, n]  ->  out[rows * n], count[1]
 *
 * Appends each element that is not 0 to `out`, in any order, xor the function of its row's key (`rounds` rounds of
 * common/rounds.h). A sub-group needs the function once, and an atomic on the count, which the host sets to 0.
 * Requires: rows * n plus a work-group's size below 2^32; n above 0.
 *
 *   every          each lane does both
 *   elect_function the first active lane computes the function and broadcasts it
 *   elect_atomic   the first active lane allocates places for all and broadcasts the first
 *   elected        both
 *   group          one work-item does both for its work-group
 *   batch          a sub-group has W rows; each lane computes the function of one row
 *   turns          see turns.cl
 *   row            a work-item has a row: it counts the elements, then does both
 */
#include "elect/elect.h"

__kernel void elect_every(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                          __global uint *restrict count, __global uint *measures, uint rows, uint n, uint rounds) {
    const size_t i = get_global_id(0);
    if (i >= (size_t)rows * n || x[i] == 0) return;
    const uint f = elect_function(key, (uint)i / n, rows, rounds);
    out[atomic_inc(count)] = x[i] ^ f;
    note_atomic(measures);
    note_function(measures);
}

SG_KERNEL void elect_elect_function(__global const uint *restrict key, __global const uint *restrict x,
                                    __global uint *restrict out, __global uint *restrict count, __global uint *measures,
                                    uint rows, uint n, uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint piece = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);
    const int active = e.x != 0, elected = sg_elect(sg, active);
    uint f = 0;
    SG_SHOW(sg, "active", active);
    SG_SHOW(sg, "elected", elected);
    if (elected) {
        f = elect_function(key, e.row, rows, rounds);
        note_function(measures);
    }
    f = sg_broadcast_first(sg, f, active);
    SG_SHOW(sg, "function", f);
    if (active) {
        out[atomic_inc(count)] = e.x ^ f;
        note_atomic(measures);
    }
}

SG_KERNEL void elect_elect_atomic(__global const uint *restrict key, __global const uint *restrict x,
                                  __global uint *restrict out, __global uint *restrict count, __global uint *measures,
                                  uint rows, uint n, uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint piece = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);
    const sg_mask active = sg_ballot(sg, e.x != 0);
    const uint base = take_places(sg, active, count, measures);
    SG_SHOW_MASK(sg, "active", active);
    SG_SHOW(sg, "elected", sg_lane(sg) == sg_mask_lowest(active));
    SG_SHOW(sg, "base", base);
    SG_SHOW(sg, "place", base + sg_mask_count_below(active, sg_lane(sg)));
    if (e.x != 0) {
        out[base + sg_mask_count_below(active, sg_lane(sg))] = e.x ^ elect_function(key, e.row, rows, rounds);
        note_function(measures);
    }
}

SG_KERNEL void elect_elected(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                             __global uint *restrict count, __global uint *measures, uint rows, uint n,
                             uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint piece = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);
    const sg_mask active = sg_ballot(sg, e.x != 0);
    const uint first = sg_mask_lowest(active);
    const uint base = take_places(sg, active, count, measures);
    uint f = 0;
    if (sg_lane(sg) == first) {
        f = elect_function(key, e.row, rows, rounds);
        note_function(measures);
    }
    f = sg_broadcast(sg, f, first % SG_WIDTH);
    SG_SHOW_MASK(sg, "active", active);
    SG_SHOW(sg, "elected", sg_lane(sg) == first);
    SG_SHOW(sg, "function", f);
    SG_SHOW(sg, "base", base);
    SG_SHOW(sg, "place", base + sg_mask_count_below(active, sg_lane(sg)));
    if (e.x != 0) out[base + sg_mask_count_below(active, sg_lane(sg))] = e.x ^ f;
}

/* A work-group has a piece of a row. */
SG_KERNEL void elect_group(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                           __global uint *restrict count, __global uint *measures, uint rows, uint n, uint rounds,
                           __local uint *totals, __local uint *shared SG_PARAMS) {
    SG_BEGIN(sg);
    const elect_element e = elect_load(x, (uint)get_group_id(0), SG_GROUP_SIZE, (uint)get_local_id(0), rows, n);
    const sg_mask active = sg_ballot(sg, e.x != 0);
    if (sg_lane(sg) == 0) totals[sg_id(sg)] = sg_mask_count(active);
    sg_group_barrier_local(sg);
    uint before = 0, total = 0;
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) {
        before += s < sg_id(sg) ? totals[s] : 0;
        total += totals[s];
    }
    if (get_local_id(0) == 0 && total > 0) {
        shared[0] = atomic_add(count, total);
        shared[1] = elect_function(key, e.row, rows, rounds);
        note_atomic(measures);
        note_function(measures);
    }
    sg_group_barrier_local(sg);
    SG_SHOW_MASK(sg, "active", active);
    SG_SHOW(sg, "function", shared[1]);
    SG_SHOW(sg, "base", shared[0]);
    SG_SHOW(sg, "place", shared[0] + before + sg_mask_count_below(active, sg_lane(sg)));
    if (e.x != 0) out[shared[0] + before + sg_mask_count_below(active, sg_lane(sg))] = e.x ^ shared[1];
}

/* The W rows are contiguous, so lanes are busy even if rows are short. */
SG_KERNEL void elect_batch(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                           __global uint *restrict count, __global uint *measures, uint rows, uint n,
                           uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint row = ((uint)get_group_id(0) * sg_count(sg) + sg_id(sg)) * SG_WIDTH;
    const uint functions = elect_function(key, row + sg_lane(sg), rows, rounds);
    const size_t end = (size_t)rows * n, start = (size_t)row * n;
    if (row + sg_lane(sg) < rows) note_function(measures);
    SG_SHOW(sg, "functions", functions);
    for (uint turn = 0; turn < n; ++turn) {
        const size_t at = (size_t)turn * SG_WIDTH + sg_lane(sg);
        const uint v = start + at < end ? x[start + at] : 0u;
        const uint f = sg_shuffle(sg, functions, (uint)at / n); /* `at` is an element's number: below 2^32 */
        const sg_mask active = sg_ballot(sg, v != 0);
        const uint base = take_places(sg, active, count, measures);
        SG_SHOW_MASK(sg, "active", active);
        SG_SHOW(sg, "its function", f);
        SG_SHOW(sg, "place", base + sg_mask_count_below(active, sg_lane(sg)));
        if (v != 0) out[base + sg_mask_count_below(active, sg_lane(sg))] = v ^ f;
    }
}

/* Reads its row twice. A row without elements computes no function. */
__kernel void elect_row(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                        __global uint *restrict count, __global uint *measures, uint rows, uint n, uint rounds) {
    const uint row = (uint)get_global_id(0);
    const size_t start = (size_t)row * n;
    uint own = 0;
    if (row >= rows) return;
    for (uint k = 0; k < n; ++k) own += x[start + k] != 0 ? 1u : 0u;
    if (own == 0) return;
    const uint f = elect_function(key, row, rows, rounds);
    note_function(measures);
    uint place = atomic_add(count, own);
    note_atomic(measures);
    for (uint k = 0; k < n; ++k)
        if (x[start + k] != 0) out[place++] = x[start + k] ^ f;
}
