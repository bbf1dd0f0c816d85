/* A single-pass scan by decoupled look-back (lookback.h), used by scan and balance.
 * SPDX-License-Identifier: MIT
 */
#ifndef LOOKBACK_SCAN_H_INCLUDED
#define LOOKBACK_SCAN_H_INCLUDED

#include "common/lookback.h"

typedef struct {
    __local sum_t *sub_groups; /* one per sub-group */
    __local sum_t *prefix;     /* one: the prefix before the tile */
    __local uint *ticket;      /* one */
} lookback_local;

/* A lane's part of an unpublished tile. */
SCAN_FN sum_t lookback_scan_fall_back(sg_t sg, __global const sum_t *restrict x, uint tile, ulong n) {
    const uint each = SCAN_TILE / LOOKBACK_LANES;
    const ulong first = (ulong)tile * SCAN_TILE + lookback_lane(sg) * each, end = min(first + each, n);
    sum_t sum = operator_identity();
#pragma unroll 1
    for (ulong i = first; i < end; ++i) sum = operator_combine(sum, x[i]);
    return sum;
}

/* A tile of x into y, from `initial` (null: nothing). Returns the combination up to the tile's end, without
   `initial`; *tile_made gets the tile's number. STALLED: every eighth tile publishes nothing. */
SCAN_FN sum_t lookback_scan(sg_t sg, __global const sum_t *restrict x, __global const sum_t *restrict initial,
                            __global sum_t *restrict y, __global uint *states, __global uint *fallbacks,
                            ulong n, uint polls, bool exclusive, lookback_local local_memory,
                            uint *tile_made) {
    const uint tile = lookback_ticket(sg, states, local_memory.ticket);
    const ulong first = (ulong)tile * SCAN_TILE;
    const uint epoch = lookback_epoch(states);
    __global uint *state = lookback_state(states, tile);
    const int silent = STALLED && tile % 8 == 3;

    const scan_part part = scan_tile(sg, x, first, n);
    sum_t total;
    const sum_t before = scan_sub_groups(sg, part.total, local_memory.sub_groups, &total);
    if (lookback_is_poller(sg)) {
        if (!silent) lookback_publish(sg, state, total, epoch, LOOKBACK_TOTAL);
        lookback_walk walk = lookback_begin(tile);
        while (!walk.done) {
            lookback_window window = lookback_poll(sg, states, epoch, polls, walk);
            if (window.silent) window.part = lookback_scan_fall_back(sg, x, walk.end - 1, n);
            lookback_advance(sg, &walk, window, fallbacks);
        }
        if (!silent)
            lookback_publish(sg, state, operator_combine(walk.prefix, total), epoch, LOOKBACK_PREFIX);
        if (get_local_id(0) == 0) local_memory.prefix[0] = walk.prefix;
    }
    sg_group_barrier_local(sg);
    const sum_t before_tile = local_memory.prefix[0];
    lookback_finish(states, COUNTED_GROUPS(n, SCAN_TILE));
    const sum_t prefix =
        operator_combine(scan_start(initial), before_tile); /* published values exclude `initial` */
    scan_finish(sg, &part, operator_combine(prefix, before), exclusive, y, first, n);
    *tile_made = tile;
    return operator_combine(before_tile, total);
}

#endif
