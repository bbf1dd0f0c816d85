/* sort: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of sort.cl. No kernel writes outside its arrays.
 */
#include "sort/sort.h"

/* The bugs: SIGN and LAST_DIGIT in digits, TAIL in counts, UNSTABLE and BALLOT_CUT in ranks, WHOLE in n. */
enum { SIGN, LAST_DIGIT, TAIL, UNSTABLE, BALLOT_CUT, WHOLE };

static inline uint digit_as(uint bug, sort_word key, uint turn) {
#if SORT_BITS > 0
    const sort_word top = (sort_word)1 << (WORD_BITS - 1);
    if (bug == SIGN) return sort_digit(key ^ top, turn * DIGIT, DIGIT);
    if (bug == LAST_DIGIT) return (uint)(sort_order(key) >> (LOW + turn * DIGIT)) & (RADIX - 1);
#endif
    return sort_digit(key, turn * DIGIT, DIGIT);
}

SORT_FN void count_as(sg_t sg, uint bug, sort_way way, __global uint *restrict offsets, uint n, uint turn,
                      uint tiles, __local uint *counts) {
    sort_clear(counts, RADIX);
    sg_group_barrier_local(sg);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = sort_place(sg, k);
        const sort_word key = i < n ? way.from[i] : 0;
        if (bug == TAIL || i < n) atomic_inc(&counts[digit_as(bug, key, turn)]);
    }
    sg_group_barrier_local(sg);
    for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE)
        offsets[(size_t)d * tiles + get_group_id(0)] = counts[d];
}

/* The rank of a lane's key (sort_rank), with the bugs in ranks. */
SORT_FN uint rank_as(sg_t sg, uint bug, __local uint *own, uint digit, int there) {
    const sg_mask whole = match_by_ballots(sg, digit, sg_ballot(sg, there), DIGIT);
    const sg_mask same = bug == BALLOT_CUT ? sg_mask_and(whole, sg_mask_below(32)) : whole;
    uint before = sg_mask_count_below(same, sg_lane(sg));
    if (bug == UNSTABLE) before = there ? sg_mask_count(same) - sg_mask_count_to(same, sg_lane(sg)) : 0;
    return sort_rank(sg, own, digit, there, same, before);
}

SORT_FN void scatter_as(sg_t sg, uint bug, sort_way way, __global const uint *restrict offsets,
                        __global const uint *restrict totals, uint n, uint turn, uint tiles,
                        __local uint *counts) {
    __local uint *const own = counts + sg_id(sg) * RADIX;
    sort_word key[ITEMS];
    uint digit[ITEMS], rank[ITEMS];
    sort_load(sg, way, sort_place(sg, 0), n, key, counts);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        digit[k] = digit_as(bug, key[k], turn);
        rank[k] = rank_as(sg, bug, own, digit[k], sort_place(sg, k) < n);
    }
    sort_bases(sg, counts, offsets, totals, tiles);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const uint place = own[digit[k]] + rank[k];
        if (sort_place(sg, k) < n && place < n) sort_move(way, sort_place(sg, k), place, key[k]);
    }
}

/* The sign is a bit like the others: numbers below zero look large, and stand behind all others. */
SG_KERNEL void sort_count_sign(__global const T *keys, __global T *spare, __global T *sorted,
                               __global uint *restrict offsets, uint n, uint turn, uint turns, uint tiles,
                               __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    count_as(sg, SIGN, sort_way_of(keys, spare, sorted, turn, turns), offsets, n, turn, tiles, counts);
}

SG_KERNEL void sort_sign(__global const T *keys, __global const void *values, __global T *spare,
                         __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                         __global const uint *restrict offsets, __global const uint *restrict totals, uint n,
                         uint turn, uint turns, uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, SIGN, way, offsets, totals, n, turn, tiles, counts);
}

/* The last digit is taken as wide as the others, and takes in bits that are not sorted by. */
SG_KERNEL void sort_count_last_digit(__global const T *keys, __global T *spare, __global T *sorted,
                                     __global uint *restrict offsets, uint n, uint turn, uint turns,
                                     uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    count_as(sg, LAST_DIGIT, sort_way_of(keys, spare, sorted, turn, turns), offsets, n, turn, tiles, counts);
}

SG_KERNEL void sort_last_digit(__global const T *keys, __global const void *values, __global T *spare,
                               __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                               __global const uint *restrict offsets, __global const uint *restrict totals,
                               uint n, uint turn, uint turns, uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, LAST_DIGIT, way, offsets, totals, n, turn, tiles, counts);
}

/* Lanes past the end hold 0, and are counted as a key: all that stands behind it goes too far. */
SG_KERNEL void sort_count_tail(__global const T *keys, __global T *spare, __global T *sorted,
                               __global uint *restrict offsets, uint n, uint turn, uint turns, uint tiles,
                               __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    count_as(sg, TAIL, sort_way_of(keys, spare, sorted, turn, turns), offsets, n, turn, tiles, counts);
}

SG_KERNEL void sort_tail(__global const T *keys, __global const void *values, __global T *spare,
                         __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                         __global const uint *restrict offsets, __global const uint *restrict totals, uint n,
                         uint turn, uint turns, uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, TAIL, way, offsets, totals, n, turn, tiles, counts);
}

/* A lane counts the lanes above it with its digit, not those below, so the highest one comes first, and adds
 * for all. Keys are sorted by each digit, but each sort undoes some of the one before. */
SG_KERNEL void sort_unstable(__global const T *keys, __global const void *values, __global T *spare,
                         __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                         __global const uint *restrict offsets, __global const uint *restrict totals, uint n,
                         uint turn, uint turns, uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, UNSTABLE, way, offsets, totals, n, turn, tiles, counts);
}

/* The set of lanes is kept in 32 bits: of more lanes the upper ones are in no set, and take places of others.
 */
SG_KERNEL void sort_ballot_cut(__global const T *keys, __global const void *values, __global T *spare,
                         __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                         __global const uint *restrict offsets, __global const uint *restrict totals, uint n,
                         uint turn, uint turns, uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, BALLOT_CUT, way, offsets, totals, n, turn, tiles, counts);
}

/* All n keys are sorted, although there are fewer: the count on the device is not looked at. */
SG_KERNEL void sort_count_whole(__global const T *keys, __global T *spare, __global T *sorted,
                                __global uint *restrict offsets, uint n, uint turn, uint turns, uint tiles,
                                __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    SG_BEGIN(sg);
    count_as(sg, WHOLE, sort_way_of(keys, spare, sorted, turn, turns), offsets, n, turn, tiles, counts);
}

SG_KERNEL void sort_whole(__global const T *keys, __global const void *values, __global T *spare,
                          __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                          __global const uint *restrict offsets, __global const uint *restrict totals, uint n,
                          uint turn, uint turns, uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, WHOLE, way, offsets, totals, n, turn, tiles, counts);
}
