/* sort: keys in their order, equal ones as they stood. SPDX-License-Identifier: MIT
 *
 *   keys[n]  ->  sorted_keys[n]; spare[n] is scratch
 *
 *   sort_loop      one work-item, digit by digit
 *   sort_count     offsets[RADIX][tiles]: how often each digit is there in each tile
 *   offsets        the same array: where the tiles' keys with a digit begin among those with it;
 * totals[RADIX], and then where each digit begins among all (common/offsets.cl) sort_scatter   writes each
 * key to its place by one digit
 *
 * A sort by the lowest digit, then by the next one, and so on ends in the order of the whole key, because
 * none of them changes the order of keys that are equal in its own digit.
 */
#include "sort/sort.h"

#define LOOP_DIGIT 4
#define LOOP_TURNS ((SORT_BITS + LOOP_DIGIT - 1) / LOOP_DIGIT)

/* For each digit: counts how often each value is there, adds up, and moves each key to the next place of its
 * digit. */
__kernel void sort_loop(__global const T *keys, __global T *spare, __global T *sorted, uint n) {
    const uint turns = max(1, LOOP_TURNS);
    for (uint turn = 0; turn < turns; ++turn) {
        const sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
        uint next[1 << LOOP_DIGIT], before = 0;
        for (uint d = 0; d < 1 << LOOP_DIGIT; ++d) next[d] = 0;
        for (uint i = 0; i < n; ++i) ++next[sort_digit(way.from[i], turn * LOOP_DIGIT, LOOP_DIGIT)];
        for (uint d = 0; d < 1 << LOOP_DIGIT; ++d) {
            const uint own = next[d];
            next[d] = before;
            before += own;
        }
        for (uint i = 0; i < n; ++i) {
            const sort_word key = way.from[i];
            way.to[next[sort_digit(key, turn * LOOP_DIGIT, LOOP_DIGIT)]++] = key;
        }
    }
}

/* Counts the digits of a tile. The order does not matter here, so an atomic in local memory does. */
SG_KERNEL void sort_count(__global const T *keys, __global T *spare, __global T *sorted,
                          __global uint *restrict offsets, uint n, uint turn, uint turns, uint tiles,
                          __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    const sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_clear(counts, RADIX);
    sg_group_barrier_local(sg);
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = sort_place(sg, k);
        if (i < n) atomic_inc(&counts[sort_digit(way.from[i], turn * DIGIT, DIGIT)]);
    }
    sg_group_barrier_local(sg);
    for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE)
        offsets[(size_t)d * tiles + get_group_id(0)] = counts[d];
}

/* Each sub-group takes a row of keys after the other. Lanes with the same digit find each other by a ballot
 * per bit: a key's place is behind the keys with its digit in earlier rows, which `own` counts, and those on
 * lower lanes. */
SG_KERNEL void sort_scatter(__global const T *keys, __global T *spare, __global T *sorted,
                            __global const uint *restrict offsets, __global const uint *restrict totals,
                            uint n, uint turn, uint turns, uint tiles, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    const sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    __local uint *const own = counts + sg_id(sg) * RADIX;
    sort_word key[ITEMS];
    uint rank[ITEMS];
    sort_load(sg, way, n, key, counts);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const int there = sort_place(sg, k) < n;
        const uint digit = sort_digit(key[k], turn * DIGIT, DIGIT);
        SG_SHOW(sg, "digit", digit);
        const sg_mask present = sg_ballot(sg, there);
        const sg_mask same = match_by_ballots(sg, digit, present, DIGIT);
        rank[k] = sort_rank(sg, own, digit, there, same, sg_mask_count_below(same, sg_lane(sg)));
        SG_SHOW(sg, "rank", rank[k]);
    }
    sort_bases(sg, counts, offsets, totals, tiles);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k)
        if (sort_place(sg, k) < n) way.to[own[sort_digit(key[k], turn * DIGIT, DIGIT)] + rank[k]] = key[k];
}
