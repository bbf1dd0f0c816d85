/* sort: few keys, by one work-group in one launch.
 * SPDX-License-Identifier: MIT
 *
 *   keys[n], values[n]  ->  sorted_keys[n], sorted_values[n]; n is at most SG_GROUP_SIZE * ITEMS
 *
 * Like sort.cl, but between digits the keys move through local memory. Each key carries its number in the input, which
 * fetches its value at the end. Numbers have their own local memory because of defect D33.
 */
#include "sort/tile.h"

SG_KERNEL void sort_group(__global const T *keys, __global const void *values, __global T *sorted,
                          __global void *sorted_values, uint n, uint turns, __local uint *words,
                          __local ulong *staged, __local uint *staged_numbers COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const sort_local mine = sort_local_of(sg, words);
    __local sort_cell *const staged_keys = (__local sort_cell *)staged;
    const size_t first = sort_first(sg, 0);
    sort_way way = sort_way_of(keys, sorted, sorted, 0u, 1u);
    sort_values_of(&way, values, 0, sorted_values, 0u, 1u);
    sort_word key[ITEMS];
    uint rank[ITEMS], number[ITEMS];
    const uint left = sort_left(first, n);
    sort_load(sg, way, first, left, key, mine.counts);
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) number[k] = (uint)first + k * SG_WIDTH;
    for (uint turn = 0; turn < turns; ++turn) {
        __local sort_counter *const own = mine.counts + sg_id(sg) * RADIX;
        sort_count_keys(sg, key, left, turn * DIGIT, own);
        sort_totals(sg, mine);
        sort_starts(sg, mine);
        sort_ranks(sg, key, left, turn * DIGIT, own, rank);
        SORT_EACH_ROW
        for (uint k = 0; k < ITEMS; ++k) {
            if (k * SG_WIDTH >= left) continue;
            staged_keys[rank[k]] = (sort_cell)key[k];
            if (HAS_VALUES) staged_numbers[rank[k]] = number[k];
        }
        sg_group_barrier_local(sg);
        SORT_EACH_ROW
        for (uint k = 0; k < ITEMS; ++k) {
            const size_t i = first + k * SG_WIDTH;
            key[k] = i < n ? staged_keys[i] : 0;
            if (HAS_VALUES) number[k] = i < n ? staged_numbers[i] : 0;
        }
        sort_clear((__local uint *)mine.counts, sort_count_words(sg));
        sg_group_barrier_local(sg);
    }
#if HAS_VALUES
    sort_value value[ITEMS];
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) value[k] = first + k * SG_WIDTH < n ? way.from_values[number[k]] : 0;
    sg_group_barrier_global(sg); /* in place, all read before one writes */
#endif
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const size_t i = first + k * SG_WIDTH;
        if (i >= n) continue;
        way.to[i] = (sort_cell)key[k];
#if HAS_VALUES
        way.to_values[i] = value[k];
#endif
    }
}
