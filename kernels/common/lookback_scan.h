/* A scan in a single pass by decoupled look-back (lookback.h): used by scan, and by balance to find its
 * places. SPDX-License-Identifier: MIT
 */
#ifndef LOOKBACK_SCAN_H_INCLUDED
#define LOOKBACK_SCAN_H_INCLUDED

#include "common/lookback.h"

/* What a work-group needs in local memory. */
typedef struct {
    __local sum_t *sub_groups; /* one for each */
    __local sum_t *values;     /* W */
    __local uint *flags;       /* W */
} lookback_local;

/* y gets the prefixes of a tile of x, each with what `initial` holds before it (null: nothing). Returns all
   elements up to the tile's end combined, without `initial`; *tile_made gets the tile's number. STALLED: each
   eighth tile publishes nothing. */
SCAN_FN sum_t lookback_scan(sg_t sg, __global const sum_t *restrict x, __global const sum_t *restrict initial,
                            __global sum_t *restrict y, __global uint *states, __global uint *fallbacks,
                            ulong n, uint polls, bool exclusive, lookback_local local_memory,
                            uint *tile_made) {
    const uint tile = lookback_ticket(sg, states, local_memory.flags);
    const ulong first = (ulong)tile * SCAN_TILE;
    const lookback_window window = {local_memory.flags, local_memory.values};
    const uint epoch = lookback_epoch(states);
    __global uint *state = lookback_state(states, tile);
    const int silent = STALLED && tile % 8 == 3;

    const scan_part part = scan_tile(sg, x, first, n);
    sum_t total;
    const sum_t before = scan_sub_groups(sg, part.total, local_memory.sub_groups, &total);
    if (!silent) lookback_publish(state, total, epoch, LOOKBACK_TOTAL); /* the first tile too: see there */

    lookback_way way = lookback_start(tile);
    while (!way.done) {
        const uint missing = lookback_step(sg, states, epoch, polls, window, &way);
        if (SG_USES_LOCAL || missing) {
            const sum_t own = scan_tile_total(sg, x, missing ? (ulong)(missing - 1) * SCAN_TILE : n, n);
            const sum_t again = scan_group_total(sg, own, local_memory.sub_groups);
            lookback_add(&way, missing, again, fallbacks);
        }
    }
    const sum_t all = operator_combine(way.prefix, total);
    if (!silent) lookback_publish(state, all, epoch, LOOKBACK_PREFIX);
    lookback_finish(states, COUNTED_GROUPS(n, SCAN_TILE));
    const sum_t prefix = operator_combine(scan_start(initial), way.prefix); /* tiles tell of x alone */
    scan_finish(sg, &part, operator_combine(prefix, before), exclusive, y, first, n);
    *tile_made = tile;
    return all;
}

#endif
