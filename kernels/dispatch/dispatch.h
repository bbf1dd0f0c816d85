/* dispatch: the items of an element, their results, and the count of work-groups.
 * SPDX-License-Identifier: MIT
 */
#ifndef DISPATCH_H_INCLUDED
#define DISPATCH_H_INCLUDED

#include "sg/sg.h"

#ifndef TILE
#define TILE 256 /* items per work-group of the consumer */
#endif

static inline uint dispatch_emits(uint v, uint each, ulong threshold) {
    return v < threshold ? v % each + 1u : 0u;
}

/* Rounded up without a sum that could overflow. */
static inline uint dispatch_tiles(uint items) {
    return items / TILE + (items % TILE != 0u);
}

/* In `work` dependent steps. */
static inline uint dispatch_work(uint item, uint work) {
    for (uint k = 0; k < work; ++k) {
        item = item * 1664525u + 1013904223u;
        item ^= item >> 15;
    }
    return item;
}

/* Up to `total`. */
static inline void dispatch_tile(__global const uint *restrict items, __global uint *restrict out, uint total,
                                 uint tile, uint work) {
    for (size_t j = get_local_id(0); j < TILE; j += SG_GROUP_SIZE) {
        const size_t i = (size_t)tile * TILE + j;
        if (i < total) out[i] = dispatch_work(items[i], work);
    }
}

/* Reserves positions for the sub-group's `k` items; adds to `groups` the tiles that they touch first. Returns
 * the first position on every lane.
 */
__attribute__((always_inline)) static inline uint
dispatch_take(sg_t sg, uint k, __global uint *restrict count, __global uint *restrict groups) {
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u && k > 0) {
        base = atomic_add(count, k);
        const uint more = dispatch_tiles(base + k) - dispatch_tiles(base);
        if (more > 0) atomic_add(groups, more);
    }
    return sg_broadcast(sg, base, SG_WIDTH - 1u);
}

static inline void dispatch_tell(__global uint *measures, uint needed) {
#if MEASURES && defined(MEASURE_NEEDED) /* lookback has no consumer */
    if (get_local_id(0) == 0) {
        atomic_inc(&measures[MEASURE_LAUNCHED]);
        if (get_group_id(0) >= needed) atomic_inc(&measures[MEASURE_IDLE]);
        if (get_group_id(0) == 0) measures[MEASURE_NEEDED] = needed;
    }
#endif
}

#endif
