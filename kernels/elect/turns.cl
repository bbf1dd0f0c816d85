/* elect: batch, with one atomic for TURNS turns of a sub-group or of a work-group.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in elect.cl. A sub-group has W rows; a lane computes one row's function and loads TURNS elements together.
 * elect_turns allocates their places with one atomic, where batch has one per W elements; elect_group_turns has one per
 * work-group. On a GPU, atomics on one word are serialized, 0.8 ns each (README.md).
 */
#include "elect/elect.h"

#define TURNS 16u
#if SG_USES_LOCAL /* local operations have barriers, and much code if unrolled */
#define EACH_TURN _Pragma("unroll 1")
#else
#define EACH_TURN _Pragma("unroll")
#endif

/* First element, number of elements, and each lane's function. */
typedef struct {
    size_t start, own;
    uint functions;
} turns_rows;

/* Always inlined, as the functions below: defect D16. */
__attribute__((always_inline)) static inline turns_rows turns_begin(sg_t sg, __global const uint *restrict key, uint rows,
                                                                    uint n, uint rounds, __global uint *measures) {
    const uint row = ((uint)get_group_id(0) * sg_count(sg) + sg_id(sg)) * SG_WIDTH;
    const size_t end = (size_t)rows * n, start = (size_t)row * n;
    const turns_rows all = {start, min((size_t)SG_WIDTH * n, end - min(start, end)),
                            elect_function(key, row + sg_lane(sg), rows, rounds)};
    if (row + sg_lane(sg) < rows) note_function(measures);
    SG_SHOW(sg, "functions", all.functions);
    return all;
}

/* TURNS elements of a lane from the sub-group's number `first`; `place`: their positions among all lanes' elements.
 * Returns the sub-group's number of elements. Separate arrays, because clang 15 left arrays in a struct in memory
 * (gfx1030, 64 lanes).
 */
__attribute__((always_inline)) static inline uint turns_load(sg_t sg, __global const uint *restrict x, turns_rows rows,
                                                             size_t first, uint v[TURNS], uint place[TURNS]) {
    uint all = 0;
#pragma unroll
    for (uint k = 0; k < TURNS; ++k) v[k] = first + k * SG_WIDTH < rows.own ? x[rows.start + first + k * SG_WIDTH] : 0u;
    EACH_TURN
    for (uint k = 0; k < TURNS; ++k) {
        const sg_mask active = sg_ballot(sg, v[k] != 0);
        place[k] = all + sg_mask_count_below(active, sg_lane(sg));
        all += sg_mask_count(active);
    }
    return all;
}

__attribute__((always_inline)) static inline void turns_write(sg_t sg, __global uint *restrict out, turns_rows rows,
                                                              size_t first, uint n, uint base, const uint v[TURNS],
                                                              const uint place[TURNS]) {
    SG_SHOW(sg, "base", base);
    EACH_TURN
    for (uint k = 0; k < TURNS; ++k) {
        const uint f = sg_shuffle(sg, rows.functions, (uint)(first + k * SG_WIDTH) / n); /* an element's number: below 2^32 */
        if (v[k] != 0) out[base + place[k]] = v[k] ^ f;
    }
}

SG_KERNEL void elect_turns(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                           __global uint *restrict count, __global uint *measures, uint rows, uint n,
                           uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const turns_rows own = turns_begin(sg, key, rows, n, rounds, measures);
    for (uint turn = 0; turn < n; turn += TURNS) {
        const size_t first = (size_t)turn * SG_WIDTH + sg_lane(sg);
        uint v[TURNS], place[TURNS];
        const uint all = turns_load(sg, x, own, first, v, place);
        uint base = 0;
        if (sg_lane(sg) == 0 && all > 0) {
            base = atomic_add(count, all);
            note_atomic(measures);
        }
        turns_write(sg, out, own, first, n, sg_broadcast(sg, base, 0u), v, place);
    }
}

/* `totals`: the number of elements of each sub-group, then the work-group's first place. */
SG_KERNEL void elect_group_turns(__global const uint *restrict key, __global const uint *restrict x,
                                 __global uint *restrict out, __global uint *restrict count, __global uint *measures,
                                 uint rows, uint n, uint rounds, __local uint *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const turns_rows own = turns_begin(sg, key, rows, n, rounds, measures);
    for (uint turn = 0; turn < n; turn += TURNS) {
        const size_t first = (size_t)turn * SG_WIDTH + sg_lane(sg);
        uint v[TURNS], place[TURNS];
        const uint all = turns_load(sg, x, own, first, v, place);
        if (sg_lane(sg) == 0) totals[sg_id(sg)] = all;
        sg_group_barrier_local(sg);
        uint base = 0, sum = 0;
        for (uint s = 0; s < sg_count(sg); ++s) {
            base += s < sg_id(sg) ? totals[s] : 0u;
            sum += totals[s];
        }
        if (get_local_id(0) == 0 && sum > 0) {
            totals[sg_count(sg)] = atomic_add(count, sum);
            note_atomic(measures);
        }
        sg_group_barrier_local(sg);
        base += totals[sg_count(sg)];
        sg_group_barrier_local(sg); /* the next turn writes totals */
        turns_write(sg, out, own, first, n, base, v, place);
    }
}
