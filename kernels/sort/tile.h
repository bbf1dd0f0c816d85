/* sort: a work-group's tile, sorted by one digit in local memory.
 * SPDX-License-Identifier: MIT */
#ifndef SORT_TILE_H_INCLUDED
#define SORT_TILE_H_INCLUDED

#define COUNTS_OF_TILE 1
#include "sort/sort.h"

/* Local memory of a work-group, tile_words words in total (sort.c). */
typedef struct {
    __local sort_counter *counts; /* of each digit, a row per sub-group; later positions in the sorted tile */
    __local uint *starts;         /* start of each digit in the sorted tile */
    __local uint *totals;         /* count of each digit */
    __local uint *before, *at, *again; /* for a look-back, RADIX words each (onesweep.cl) */
    __local uint *parts;               /* one per sub-group */
    __local uint *shared;              /* one */
} sort_local;

SORT_FN sort_local sort_local_of(sg_t sg, __local uint *words) {
    sort_local local_memory;
    local_memory.counts = (__local sort_counter *)words;
    local_memory.starts = words + sort_count_words(sg);
    local_memory.totals = local_memory.starts + RADIX;
    local_memory.before = local_memory.totals + RADIX;
    local_memory.at = local_memory.before + RADIX;
    local_memory.again = local_memory.at + RADIX;
    local_memory.parts = local_memory.again + RADIX;
    local_memory.shared = local_memory.parts + sg_count(sg);
    return local_memory;
}

#define MASK_WORDS ((SG_WIDTH + 31) / 32) /* words for a bit per lane */

static inline sg_mask sort_mask_of(__local const uint *words) {
    uint4 all = (uint4)(words[0], 0, 0, 0);
#if SG_WIDTH > 32
    all.y = words[1];
#endif
#if SG_WIDTH > 64
    all.z = words[2];
    all.w = words[3];
#endif
    return sg_mask_from_words(all);
}

/* Sets a lane's bit in MASK_WORDS words, while other lanes set theirs. */
static inline void sort_set_bit(__local uint *words, uint4 bit) {
    if (MASK_WORDS == 1 || bit.x) atomic_or(words, bit.x);
#if SG_WIDTH > 32
    if (bit.y) atomic_or(words + 1, bit.y);
#endif
#if SG_WIDTH > 64
    if (bit.z) atomic_or(words + 2, bit.z);
    if (bit.w) atomic_or(words + 3, bit.w);
#endif
}

/* Like sort_ranks (sort.h), with an or in local memory instead of a ballot per bit: on an H100 1600
   instructions of sort_onesweep instead of 2180. `masks`: MASK_WORDS words per digit of the sub-group, 0
   before and after. */
SORT_FN void sort_ranks_by_or(sg_t sg, const sort_word key[ITEMS], uint left, uint from,
                              __local sort_counter *own, __local uint *masks, uint rank[ITEMS]) {
    const uint lane = sg_lane(sg);
    const uint4 own_bit = sg_mask_words(sg_mask_lane(lane));
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const int there = k * SG_WIDTH < left;
        const uint digit = sort_digit(key[k], from, DIGIT);
        __local uint *const bits = masks + digit * MASK_WORDS;
        SG_SHOW(sg, "digit", digit);
        if (there) sort_set_bit(bits, own_bit);
        sg_barrier_local(sg);
        const sg_mask same = sort_mask_of(bits);
        const uint earlier = own[digit], below = sg_mask_count_below(same, lane);
        sg_barrier_local(sg); /* all lanes read before one writes */
        if (there && below == 0) {
            own[digit] = (sort_counter)(earlier + sg_mask_count(same));
            for (uint w = 0; w < MASK_WORDS; ++w) bits[w] = 0;
        }
        sg_barrier_local(sg);
        rank[k] = earlier + below;
        SG_SHOW(sg, "rank", rank[k]);
    }
}

/* Counts a sub-group's keys by digit in `own`, its row of counts, initially 0. Two 16-bit counts share a
 * word. */
SORT_FN void sort_count_keys(sg_t sg, const sort_word key[ITEMS], uint left, uint from,
                             __local sort_counter *own) {
    volatile __local uint *const words = (volatile __local uint *)own;
    SORT_EACH_ROW
    for (uint k = 0; k < ITEMS; ++k) {
        const uint digit = sort_digit(key[k], from, DIGIT);
        if (k * SG_WIDTH >= left) continue;
        if (sizeof(sort_counter) == sizeof(uint))
            atomic_inc(words + digit);
        else
            atomic_add(words + digit / 2, 1u << 16 * (digit % 2));
    }
}

/* Fills totals. Begins with a barrier. */
SORT_FN void sort_totals(sg_t sg, sort_local mine) {
    sg_group_barrier_local(sg);
    for (uint d = get_local_id(0); d < RADIX; d += SG_GROUP_SIZE) {
        uint own = 0;
        SG_UNROLL_PARTS
        for (uint s = 0; s < sg_count(sg); ++s) own += mine.counts[s * RADIX + d];
        mine.totals[d] = own;
    }
}

/* Turns a sub-group's count of a digit into the position of its first key with that digit in the sorted tile;
   fills starts. Begins and ends with a barrier. */
SORT_FN void sort_starts(sg_t sg, sort_local mine) {
    uint carry = 0;
    sg_group_barrier_local(sg);
    for (uint chunk = 0; chunk < RADIX; chunk += SG_GROUP_SIZE) {
        const uint d = chunk + sg_id(sg) * SG_WIDTH + sg_lane(sg);
        const uint own = d < RADIX ? mine.totals[d] : 0;
        const uint below = sg_scan_exclusive_add(sg, own);
        if (sg_lane(sg) == SG_WIDTH - 1u) mine.parts[sg_id(sg)] = below + own;
        sg_group_barrier_local(sg);
        uint start = carry + below;
        SG_UNROLL_PARTS
        for (uint s = 0; s < sg_count(sg); ++s) {
            start += s < sg_id(sg) ? mine.parts[s] : 0;
            carry += mine.parts[s];
        }
        sg_group_barrier_local(sg); /* before the next chunk writes parts */
        if (d < RADIX) {
            mine.starts[d] = start;
            SG_UNROLL_PARTS
            for (uint s = 0; s < sg_count(sg); ++s) {
                const uint count = mine.counts[s * RADIX + d];
                mine.counts[s * RADIX + d] = (sort_counter)start;
                start += count;
            }
        }
    }
    sg_group_barrier_local(sg);
}

#endif
