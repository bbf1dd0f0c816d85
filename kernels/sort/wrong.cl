/* sort: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of sort.cl. No kernel writes outside its arrays.
 */
#include "sort/sort.h"

/* Writes the keys to their places by the digits given. */
SORT_FN void place_keys(sg_t sg, sort_way way, uint n, const sort_word key[ITEMS], const uint digit[ITEMS],
                        const uint rank[ITEMS], __local uint *counts, __global const uint *offsets,
                        __global const uint *totals, uint tiles) {
    sort_bases(sg, counts, offsets, totals, tiles);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const uint place = counts[sg_id(sg) * RADIX + digit[k]] + rank[k];
        if (sort_place(sg, k) < n && place < n) sort_move(way, sort_place(sg, k), place, key[k]);
    }
}

/* A lane counts those above it with its digit, and the highest one adds for all. Each digit is sorted by, and
 * each sort undoes some of the one before. */
SG_KERNEL void sort_unstable(__global const T *keys, __global const void *values, __global T *spare,
                             __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                             __global const uint *restrict offsets, __global const uint *restrict totals,
                             uint n, uint turn, uint turns, uint tiles, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    sort_word key[ITEMS];
    uint digit[ITEMS], rank[ITEMS];
    sort_load(sg, way, sort_place(sg, 0), n, key, counts);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const int there = sort_place(sg, k) < n;
        digit[k] = sort_digit(key[k], turn * DIGIT, DIGIT);
        const sg_mask present = sg_ballot(sg, there);
        const sg_mask same = match_by_ballots(sg, digit[k], present, DIGIT);
        const uint above = sg_mask_count(same) - sg_mask_count_to(same, sg_lane(sg));
        rank[k] = sort_rank(sg, counts + sg_id(sg) * RADIX, digit[k], there, same, there ? above : 0);
    }
    place_keys(sg, way, n, key, digit, rank, counts, offsets, totals, tiles);
}

/* The set of lanes is kept in 32 bits: of more lanes the upper ones are in no set, and take places of others.
 */
SG_KERNEL void sort_ballot_cut(__global const T *keys, __global const void *values, __global T *spare,
                               __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                               __global const uint *restrict offsets, __global const uint *restrict totals,
                               uint n, uint turn, uint turns, uint tiles, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    sort_word key[ITEMS];
    uint digit[ITEMS], rank[ITEMS];
    sort_load(sg, way, sort_place(sg, 0), n, key, counts);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const int there = sort_place(sg, k) < n;
        digit[k] = sort_digit(key[k], turn * DIGIT, DIGIT);
        const sg_mask present = sg_ballot(sg, there);
        const sg_mask whole = match_by_ballots(sg, digit[k], present, DIGIT);
        const sg_mask same = sg_mask_and(whole, sg_mask_below(32));
        rank[k] = sort_rank(sg, counts + sg_id(sg) * RADIX, digit[k], there, same,
                            sg_mask_count_below(same, sg_lane(sg)));
    }
    place_keys(sg, way, n, key, digit, rank, counts, offsets, totals, tiles);
}

/* What is wrong with a digit, and with the count of it. */
enum { SIGN, LAST_DIGIT, TAIL };

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

SORT_FN void scatter_as(sg_t sg, uint bug, sort_way way, __global const uint *restrict offsets,
                        __global const uint *restrict totals, uint n, uint turn, uint tiles,
                        __local uint *counts) {
    sort_word key[ITEMS];
    uint digit[ITEMS], rank[ITEMS];
    sort_load(sg, way, sort_place(sg, 0), n, key, counts);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const int there = sort_place(sg, k) < n;
        digit[k] = digit_as(bug, key[k], turn);
        const sg_mask present = sg_ballot(sg, there);
        const sg_mask same = match_by_ballots(sg, digit[k], present, DIGIT);
        rank[k] = sort_rank(sg, counts + sg_id(sg) * RADIX, digit[k], there, same,
                            sg_mask_count_below(same, sg_lane(sg)));
    }
    place_keys(sg, way, n, key, digit, rank, counts, offsets, totals, tiles);
}

/* The sign is a bit like the others: numbers below zero look large, and stand behind all others. */
SG_KERNEL void sort_count_sign(__global const T *keys, __global T *spare, __global T *sorted,
                               __global uint *restrict offsets, uint n, uint turn, uint turns, uint tiles,
                               __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    count_as(sg, SIGN, sort_way_of(keys, spare, sorted, turn, turns), offsets, n, turn, tiles, counts);
}

SG_KERNEL void sort_sign(__global const T *keys, __global const void *values, __global T *spare,
                         __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                         __global const uint *restrict offsets, __global const uint *restrict totals, uint n,
                         uint turn, uint turns, uint tiles, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, SIGN, way, offsets, totals, n, turn, tiles, counts);
}

/* The last digit is taken as wide as the others, and takes in bits that are not sorted by. */
SG_KERNEL void sort_count_last_digit(__global const T *keys, __global T *spare, __global T *sorted,
                                     __global uint *restrict offsets, uint n, uint turn, uint turns,
                                     uint tiles, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    count_as(sg, LAST_DIGIT, sort_way_of(keys, spare, sorted, turn, turns), offsets, n, turn, tiles, counts);
}

SG_KERNEL void sort_last_digit(__global const T *keys, __global const void *values, __global T *spare,
                               __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                               __global const uint *restrict offsets, __global const uint *restrict totals,
                               uint n, uint turn, uint turns, uint tiles, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, LAST_DIGIT, way, offsets, totals, n, turn, tiles, counts);
}

/* Lanes past the end hold 0, and are counted as a key: all that stands behind it goes too far. */
SG_KERNEL void sort_count_tail(__global const T *keys, __global T *spare, __global T *sorted,
                               __global uint *restrict offsets, uint n, uint turn, uint turns, uint tiles,
                               __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    count_as(sg, TAIL, sort_way_of(keys, spare, sorted, turn, turns), offsets, n, turn, tiles, counts);
}

SG_KERNEL void sort_tail(__global const T *keys, __global const void *values, __global T *spare,
                         __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                         __global const uint *restrict offsets, __global const uint *restrict totals, uint n,
                         uint turn, uint turns, uint tiles, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    scatter_as(sg, TAIL, way, offsets, totals, n, turn, tiles, counts);
}
