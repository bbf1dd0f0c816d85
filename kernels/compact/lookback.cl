/* compact: the order kept across the whole device, in one pass, by decoupled look-back (common/lookback.h).
 * SPDX-License-Identifier: MIT
 *
 *   count[1]; kept[room]; states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * x is read once, where `stable` reads it twice. It needs work-groups that may wait for earlier ones (the ability
 * `progress`): without it the result is right too, but most tiles are counted twice.
 */
#include "compact/compact.h"

typedef T element;
enum { ELEMENTS = SG_GROUP_SIZE * ITEMS }; /* of a tile */
#include "common/lookback_counts.h"

SG_KERNEL void compact_lookback(__global const element *restrict x, __global const uchar *flags,
                                __global element *restrict kept, __global uint *restrict count, __global uint *states,
                                __global uint *measures, uint n, uint room, ulong limit, uint polls,
                                __local uint *totals, __local element *staged, __local uint *values,
                                __local uint *said COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, ELEMENTS)) return;
    const uint tiles = COUNTED_GROUPS(n, ELEMENTS);
    const uint tile = lookback_ticket(sg, states, said);
    const lookback_window window = {said, values};
    const uint epoch = lookback_epoch(states);
    __global uint *state = lookback_state(states, tile);

    const compact_part part = compact_stage(sg, x, flags, n, limit, tile, totals, staged);
    lookback_publish(state, part.total, epoch, LOOKBACK_TOTAL); /* the first tile too: see lookback_publish */

    lookback_way way = lookback_start(tile);
    while (!way.done) {
        const uint missing = lookback_step(sg, states, epoch, polls, window, &way);
        if (SG_USES_LOCAL || missing) {
            const uint tile_again = missing ? missing - 1 : 0u, end = missing ? n : 0u;
            const uint again = compact_count_tile(sg, x, flags, end, limit, tile_again, totals);
            lookback_add(&way, missing, again, LOOKBACK_FALLBACKS(measures));
        }
    }
    lookback_publish(state, way.prefix + part.total, epoch, LOOKBACK_PREFIX);
    lookback_finish(states, tiles);
    if (get_local_id(0) == 0 && tile + 1 == tiles) count[0] = way.prefix + part.total;
    compact_write(sg, part, staged, kept, way.prefix, room);
}
