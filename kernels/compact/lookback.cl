/* compact: keeps the order in one pass, by decoupled look-back (common/lookback.h).
 * SPDX-License-Identifier: MIT
 *
 *   count[1]; kept[room]; states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * x is read once; `stable` reads it twice. Without the ability `progress` (work-groups may wait for earlier ones) the
 * result is correct, but most tiles are counted twice.
 */
#include "compact/compact.h"

typedef T element;
enum { ELEMENTS = SG_GROUP_SIZE * ITEMS }; /* of a tile */
#include "common/lookback_counts.h"

/* The fallback counts the kept elements in a lane's part of a tile. */
SCAN_FN uint count_fall_back(sg_t sg, __global const element *restrict x, __global const uchar *flags, uint n, ulong limit,
                         uint tile) {
    const ulong first = (ulong)tile * ELEMENTS, end = min(first + ELEMENTS, (ulong)n);
    uint kept = 0;
#pragma unroll 1
    for (ulong i = first + lookback_lane(sg); i < end; i += LOOKBACK_LANES) kept += (uint)compact_keeps(x[i], flags, i, limit);
    return kept;
}

SG_KERNEL void compact_lookback(__global const element *restrict x, __global const uchar *flags,
                                __global element *restrict kept, __global uint *restrict count, __global uint *states,
                                __global uint *measures, uint n, uint room, ulong limit, uint polls,
                                __local uint *totals, __local element *staged,
                                __local uint *said COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, ELEMENTS)) return;
    const uint tiles = COUNTED_GROUPS(n, ELEMENTS);
    const uint tile = lookback_ticket(sg, states, said);
    const uint epoch = lookback_epoch(states);
    __global uint *state = lookback_state(states, tile);

    const compact_part part = compact_stage(sg, x, flags, n, limit, tile, totals, staged);
    if (lookback_is_poller(sg)) {
        lookback_publish(sg, state, part.total, epoch, LOOKBACK_TOTAL);
        lookback_walk walk = lookback_begin(tile);
        while (!walk.done) {
            lookback_window window = lookback_poll(sg, states, epoch, polls, walk);
            if (window.silent) window.part = count_fall_back(sg, x, flags, n, limit, walk.end - 1);
            lookback_advance(sg, &walk, window, LOOKBACK_FALLBACKS(measures));
        }
        lookback_publish(sg, state, walk.prefix + part.total, epoch, LOOKBACK_PREFIX);
        if (get_local_id(0) == 0) said[0] = walk.prefix;
    }
    sg_group_barrier_local(sg);
    const uint before = said[0];
    lookback_finish(states, tiles);
    if (get_local_id(0) == 0 && tile + 1 == tiles) count[0] = before + part.total;
    compact_write(sg, part, staged, kept, before, room);
}
