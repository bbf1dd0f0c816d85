/* match: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of match.cl.
 */
#include "match/match.h"

/* match_ballot with a number of rounds and first members to be got wrong. */
static inline sg_mask by_ballots(sg_t sg, uint key, sg_mask same, uint rounds) {
    for (uint bit = 0; bit < rounds; ++bit) {
        const int mine = (int)(key >> bit) & 1;
        const sg_mask ones = sg_ballot(sg, mine);
        same = mine ? sg_mask_and(same, ones) : sg_mask_andnot(same, ones);
    }
    return same;
}

/* As many rounds as the number of values has set bits, where it takes its logarithm (it stood so in a published listing).
 * There are 2^BITS values: one set bit, one round, and all even values are taken for one. */
SG_KERNEL void match_bits_popcount(__global const uint *restrict x, __global uchar *restrict leader,
                                   __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask same = by_ballots(sg, match_key(x, i, n), present, (uint)popcount(1ul << BITS));
    match_store(sg, same, i, n, leader, count, rank);
}

/* The set is kept in one uint: lanes from 32 on are in no set, not even in their own. */
SG_KERNEL void match_ballot_cut(__global const uint *restrict x, __global uchar *restrict leader,
                                __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const sg_mask present = sg_ballot(sg, i < n);
    const uint word = sg_mask_words(by_ballots(sg, match_key(x, i, n), present, BITS)).x;
    match_store(sg, sg_mask_from_words((uint4)(word, 0u, 0u, 0u)), i, n, leader, count, rank);
}

/* Lanes past the end hold the last value again, which does no harm where they only read, and take part: they match. */
SG_KERNEL void match_tail_matches(__global const uint *restrict x, __global uchar *restrict leader,
                                  __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const uint key = x[min(i, (size_t)n - 1)] & KEY_MASK;
    const sg_mask same = by_ballots(sg, key, sg_mask_full(), BITS);
    match_store(sg, same, i, n, leader, count, rank);
}

/* The lane itself is counted as one before it: the places that the lanes take begin at 1. */
SG_KERNEL void match_rank_inclusive(__global const uint *restrict x, __global uchar *restrict leader,
                                    __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask same = by_ballots(sg, match_key(x, i, n), present, BITS);
    match_store(sg, same, i, n, leader, count, rank);
    if (i < n) rank[i] = (uchar)sg_mask_count_to(same, sg_lane(sg));
}

/* Bits are compared as floats: NaN is unlike itself, and +0 is like -0. */
SG_KERNEL void match_as_floats(__global const uint *restrict x, __global uchar *restrict leader,
                               __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const float key = as_float(match_key(x, i, n));
    sg_mask same = sg_mask_empty();
    for (uint lane = 0; lane < SG_WIDTH; ++lane) {
        const float other = sg_broadcast(sg, key, lane);
        if (other == key) same = sg_mask_or(same, sg_mask_lane(lane));
    }
    same = sg_mask_and(same, sg_ballot(sg, i < n));
    match_store(sg, same, i, n, leader, count, rank);
}

/* Only neighbours are compared: right for sorted values, where equal ones stand side by side. */
SG_KERNEL void match_neighbours(__global const uint *restrict x, __global uchar *restrict leader,
                                __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const uint key = match_key(x, i, n);
    const uint before = sg_shuffle_up(sg, key, 1u);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask heads = sg_ballot(sg, sg_lane(sg) == 0 || before != key);
    const uint first = sg_mask_highest(sg_mask_and(heads, sg_mask_to(sg_lane(sg))));
    const sg_mask above = sg_mask_andnot(heads, sg_mask_to(sg_lane(sg)));
    const sg_mask below_end = sg_mask_below(sg_mask_lowest(above));
    const sg_mask same = sg_mask_andnot(sg_mask_and(below_end, present), sg_mask_below(first));
    match_store(sg, same, i, n, leader, count, rank);
}
