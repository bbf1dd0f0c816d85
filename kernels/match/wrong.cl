/* match: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of match.cl. The table says which types show the bug; most are run with keys of a word.
 */
#include "match/match.h"

/* As many rounds as the number of values has set bits, where it takes its logarithm (it stood so in a published listing).
 * There are 2^KEY_BITS values, a number of one set bit: one round, and all even values are taken for one. */
SG_KERNEL void match_bits_popcount(__global const T *restrict x, __global uchar *restrict leader,
                                   __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask same = match_by_ballots(sg, (uint)match_key(x, i, n), present, 1u);
    match_store(sg, same, i, n, leader, count, rank);
}

/* The set is kept in one uint: lanes from 32 on are in no set, not even in their own. */
SG_KERNEL void match_ballot_cut(__global const T *restrict x, __global uchar *restrict leader,
                                __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const sg_mask present = sg_ballot(sg, i < n);
    const uint word = sg_mask_words(match_by_ballots(sg, (uint)match_key(x, i, n), present, KEY_BITS)).x;
    match_store(sg, sg_mask_from_words((uint4)(word, 0u, 0u, 0u)), i, n, leader, count, rank);
}

/* Lanes past the end hold the last value again, which does no harm where they only read, and take part: they match. */
SG_KERNEL void match_tail_matches(__global const T *restrict x, __global uchar *restrict leader,
                                  __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const match_word key = AS_WORD(x[min(i, (size_t)n - 1)]) & KEY_MASK;
    const sg_mask same = match_by_ballots(sg, (uint)key, sg_mask_full(), KEY_BITS);
    match_store(sg, same, i, n, leader, count, rank);
}

/* The lane itself is counted as one before it: the places that the lanes take begin at 1. */
SG_KERNEL void match_rank_inclusive(__global const T *restrict x, __global uchar *restrict leader,
                                    __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask same = match_by_ballots(sg, (uint)match_key(x, i, n), present, KEY_BITS);
    match_store(sg, same, i, n, leader, count, rank);
    if (i < n) rank[i] = (uchar)sg_mask_count_to(same, sg_lane(sg));
}

/* Values are compared by ==, as floats: NaN is unlike itself, and in no set, not even its own; +0 is like -0. */
#if TYPE == TYPE_F64
#define FLOAT_OF as_double
#elif WORD_BITS == 32
#define FLOAT_OF as_float
#else
#define FLOAT_OF /* is not run: a device with 64-bit integers need not have doubles */
#endif
SG_KERNEL void match_as_floats(__global const T *restrict x, __global uchar *restrict leader,
                               __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const match_word key = match_key(x, i, n);
    sg_mask same = sg_mask_empty();
    for (uint lane = 0; lane < SG_WIDTH; ++lane) {
        const match_word other = sg_broadcast(sg, key, lane);
        if (FLOAT_OF(other) == FLOAT_OF(key)) same = sg_mask_or(same, sg_mask_lane(lane));
    }
    same = sg_mask_and(same, sg_ballot(sg, i < n));
    match_store(sg, same, i, n, leader, count, rank);
}

/* The key is cut to one word: of 64 bits the upper 32 are not compared. */
SG_KERNEL void match_low_word(__global const T *restrict x, __global uchar *restrict leader,
                              __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask same = match_by_ballots(sg, (uint)match_key(x, i, n), present, 32u);
    match_store(sg, same, i, n, leader, count, rank);
}

/* The two words are matched one by one, and the lanes that agree in either are taken together. */
SG_KERNEL void match_either_word(__global const T *restrict x, __global uchar *restrict leader,
                                 __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const ulong key = match_key(x, i, n);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask low = match_by_ballots(sg, (uint)key, present, 32u);
    const sg_mask high = match_by_ballots(sg, (uint)(key >> 32), present, 32u);
    match_store(sg, sg_mask_or(low, high), i, n, leader, count, rank);
}

/* Only neighbours are compared: right for sorted values, where equal ones stand side by side. */
SG_KERNEL void match_neighbours(__global const T *restrict x, __global uchar *restrict leader,
                                __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg);
    const match_word key = match_key(x, i, n);
    const match_word before = sg_shuffle_up(sg, key, 1u);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask heads = sg_ballot(sg, sg_lane(sg) == 0 || before != key);
    const uint first = sg_mask_highest(sg_mask_and(heads, sg_mask_to(sg_lane(sg))));
    const sg_mask above = sg_mask_andnot(heads, sg_mask_to(sg_lane(sg)));
    const sg_mask below_end = sg_mask_below(sg_mask_lowest(above));
    const sg_mask same = sg_mask_andnot(sg_mask_and(below_end, present), sg_mask_below(first));
    match_store(sg, same, i, n, leader, count, rank);
}
