/* sort: up to a work-group's keys by a bitonic network, one key per work-item.
 * SPDX-License-Identifier: MIT
 *
 *   keys[n], values[n]  ->  sorted_keys[n], sorted_values[n]; n is at most SG_GROUP_SIZE, a power of two
 *
 * Batcher's network of 1968 compares keys at distances that are powers of two: by shuffles within a sub-group,
 * otherwise through local memory, in separate loops because of defect D34. Equal keys are compared by their original
 * positions, because a network is not stable. Work-items past the end hold a key after all others.
 */
#include "sort/sort.h"

/* The sorted bits, as a number. */
static inline sort_word sorted_part(sort_word key) {
    return sort_order(key) >> LOW & ~(sort_word)0 >> (WORD_BITS - SORT_BITS);
}

SG_KERNEL void sort_bitonic(__global const T *keys, __global const void *values, __global T *sorted,
                            __global void *sorted_values, uint n, __local ulong *parts, __local uint *numbers COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    sort_way way = sort_way_of(keys, sorted, sorted, 0u, 1u);
    sort_values_of(&way, values, 0, sorted_values, 0u, 1u);
    const uint at = sg_id(sg) * SG_WIDTH + sg_lane(sg);
    sort_word part = at < n ? sorted_part(way.from[at]) : ~(sort_word)0;
    uint number = at; /* the key's original position */
    for (uint size = 2; size <= SG_GROUP_SIZE; size *= 2) {
        for (uint distance = size / 2; distance >= SG_WIDTH; distance /= 2) {
            parts[at] = part;
            numbers[at] = number;
            sg_group_barrier_local(sg);
            const sort_word other = (sort_word)parts[at ^ distance];
            const uint other_number = numbers[at ^ distance];
            sg_group_barrier_local(sg);
            const int later = part > other || (part == other && number > other_number);
            const int takes_first = ((at & distance) == 0) == ((at & size) == 0);
            part = later == takes_first ? other : part;
            number = later == takes_first ? other_number : number;
            SG_SHOW(sg, "part", part);
        }
        for (uint distance = min(size, (uint)SG_WIDTH) / 2; distance > 0; distance /= 2) {
            const sort_word other = sg_shuffle_xor(sg, part, distance);
            const uint other_number = sg_shuffle_xor(sg, number, distance);
            const int later = part > other || (part == other && number > other_number);
            const int takes_first = ((at & distance) == 0) == ((at & size) == 0);
            part = later == takes_first ? other : part;
            number = later == takes_first ? other_number : number;
            SG_SHOW(sg, "part", part);
        }
    }
    const sort_word moved = at < n ? way.from[number] : 0;
#if HAS_VALUES
    const sort_value value = at < n ? way.from_values[number] : 0;
#endif
    sg_group_barrier_global(sg); /* in place, all read before one writes */
    if (at < n) way.to[at] = (sort_cell)moved;
#if HAS_VALUES
    if (at < n) way.to_values[at] = value;
#endif
}
