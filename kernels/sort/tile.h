/* sort: a work-group's tile, sorted by one digit in local memory. SPDX-License-Identifier: MIT
 */
#ifndef SORT_TILE_H_INCLUDED
#define SORT_TILE_H_INCLUDED

#include "sort/sort.h"

/* Local memory of a work-group, in all tile_words words (sort.c). */
typedef struct {
    __local uint
        *counts; /* of each digit, one row per sub-group; then what the sub-groups before it have of it */
    __local uint *starts;              /* where each digit begins in the sorted tile */
    __local uint *totals;              /* how often it is there */
    __local uint *before, *at, *again; /* a look-back's, RADIX words each (onesweep.cl) */
    __local uint *parts;               /* one per sub-group */
    __local uint *shared;              /* one */
} sort_local;

SORT_FN sort_local sort_local_of(sg_t sg, __local uint *words) {
    sort_local local_memory;
    local_memory.counts = words;
    local_memory.starts = words + sg_count(sg) * RADIX;
    local_memory.totals = local_memory.starts + RADIX;
    local_memory.before = local_memory.totals + RADIX;
    local_memory.at = local_memory.before + RADIX;
    local_memory.again = local_memory.at + RADIX;
    local_memory.parts = local_memory.again + RADIX;
    local_memory.shared = local_memory.parts + sg_count(sg);
    return local_memory;
}

/* Turns the count of a digit in a sub-group into where its keys begin among the tile's keys with that digit,
   and fills starts and totals. Begins and ends with a barrier. */
SORT_FN void sort_starts(sg_t sg, sort_local mine) {
    uint carry = 0;
    sg_group_barrier_local(sg);
    for (uint chunk = 0; chunk < RADIX; chunk += SG_GROUP_SIZE) {
        const uint d = chunk + sg_id(sg) * SG_WIDTH + sg_lane(sg);
        uint own = 0;
        if (d < RADIX) {
            SG_UNROLL_PARTS
            for (uint s = 0; s < sg_count(sg); ++s) {
                const uint count = mine.counts[s * RADIX + d];
                mine.counts[s * RADIX + d] = own;
                own += count;
            }
        }
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
            mine.totals[d] = own;
        }
    }
    sg_group_barrier_local(sg);
}

/* Where a key stands in the sorted tile. */
static inline uint sort_local_place(sg_t sg, sort_local mine, sort_word key, uint from, uint rank) {
    const uint digit = sort_digit(key, from, DIGIT);
    return mine.starts[digit] + mine.counts[sg_id(sg) * RADIX + digit] + rank;
}

#endif
