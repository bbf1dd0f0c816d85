/* sort: keys in order; equal keys keep their order.
 * SPDX-License-Identifier: MIT
 *
 *   keys[n], values[n]  ->  sorted_keys[n], sorted_values[n]; spare[n] and spare_values are scratch
 *
 *   sort_loop      one work-item, digit by digit
 *   sort_count     offsets[RADIX][tiles]: the count of each digit in each tile
 *   offsets        offsets: where each tile's keys with a digit begin among all keys with that digit;
 *                  totals[RADIX]: the keys with each digit, then where they begin (common/offsets.cl)
 *   sort_scatter   writes each key to its position by one digit
 *
 * Sorting by the lowest digit first orders whole keys, because a stable sort keeps the order of keys with equal digits.
 */
#include "sort/sort.h"

#define LOOP_DIGIT 4
#define LOOP_TURNS ((SORT_BITS + LOOP_DIGIT - 1) / LOOP_DIGIT)

__kernel void sort_loop(__global const T *keys, __global const void *values, __global T *spare,
                        __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                        uint n COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const uint rounds = max(1, LOOP_TURNS), turns = IN_PLACE == IN_PLACE_YES ? rounds + rounds % 2 : rounds;
    for (uint turn = 0; turn < turns; ++turn) {
        sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
        sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
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
            sort_move(way, i, next[sort_digit(key, turn * LOOP_DIGIT, LOOP_DIGIT)]++, key);
        }
    }
}

/* The order does not matter here, so atomics in local memory suffice. */
SG_KERNEL void sort_count(__global const T *keys, __global T *spare, __global T *sorted,
                          __global uint *restrict offsets, uint n, uint turn, uint turns, uint tiles,
                          __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) {
        for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) offsets[(size_t)d * tiles + get_group_id(0)] = 0;
        return;
    }
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

/* A key follows the keys with smaller digits, and those with its digit in earlier tiles, in earlier sub-groups, and
 * before it in its own. */
SG_KERNEL void sort_scatter(__global const T *keys, __global const void *values, __global T *spare,
                            __global uint *spare_values, __global T *sorted, __global void *sorted_values,
                            __global const uint *restrict offsets, __global const uint *restrict totals,
                            uint n, uint turn, uint turns, uint tiles, __local uint *counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, TILE)) return;
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    __local uint *const own = counts + sg_id(sg) * RADIX;
    const size_t first = sort_place(sg, 0);
    sort_word key[ITEMS];
    uint rank[ITEMS];
    const uint left = sort_left(first, n);
    sort_load(sg, way, first, left, key, counts);
    sort_ranks(sg, key, left, turn * DIGIT, own, rank);
    sort_bases(sg, counts, offsets, totals, tiles);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const uint place = own[sort_digit(key[k], turn * DIGIT, DIGIT)] + rank[k];
        if (sort_place(sg, k) < n) sort_move(way, sort_place(sg, k), place, key[k]);
    }
}
