/* sort: by shares, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   sort_shares_count   counts[256][shares]: the count of each digit in each share
 *   sort_shares         writes each key to its position by one digit
 *
 * A work-item has a share of `each` consecutive keys and is a work-group: one core's work. Its counts are in local
 * memory, ordinary memory on a CPU.
 */
#include "sort/sort.h"

#define SHARE_DIGIT 8
#define SHARE_RADIX (1 << SHARE_DIGIT)

__kernel void sort_shares_count(__global const T *keys, __global T *spare, __global T *sorted, __global uint *restrict counts,
                                uint n, uint each, uint turn, uint turns COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    const size_t share = get_global_id(0), shares = get_global_size(0);
    const size_t begin = share * each, end = min(begin + each, (size_t)n);
    __local uint own[SHARE_RADIX];
    for (uint d = 0; d < SHARE_RADIX; ++d) own[d] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = begin; i < end; ++i) ++own[sort_digit(way.from[i], turn * SHARE_DIGIT, SHARE_DIGIT)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint d = 0; d < SHARE_RADIX; ++d) counts[d * shares + share] = own[d];
}

/* Each share adds up all counts, because there are few. */
__kernel void sort_shares(__global const T *keys, __global const void *values, __global T *spare, __global uint *spare_values,
                          __global T *sorted, __global void *sorted_values, __global const uint *restrict counts, uint n,
                          uint each, uint turn, uint turns COUNTED_PARAMS) {
    COUNTED_CUT(n);
    sort_way way = sort_way_of(keys, spare, sorted, turn, turns);
    sort_values_of(&way, values, spare_values, sorted_values, turn, turns);
    const size_t share = get_global_id(0), shares = get_global_size(0);
    const size_t begin = share * each, end = min(begin + each, (size_t)n);
    __local uint next[SHARE_RADIX];
    uint at = 0;
    for (uint d = 0; d < SHARE_RADIX; ++d) {
        for (size_t s = 0; s < share; ++s) at += counts[d * shares + s];
        next[d] = at;
        for (size_t s = share; s < shares; ++s) at += counts[d * shares + s];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = begin; i < end; ++i) {
        const sort_word key = way.from[i];
        sort_move(way, i, next[sort_digit(key, turn * SHARE_DIGIT, SHARE_DIGIT)]++, key);
    }
}
