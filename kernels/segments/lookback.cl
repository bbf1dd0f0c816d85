/* segments: one pass over x, by decoupled look-back over pairs (common/lookback.h).
 * SPDX-License-Identifier: MIT
 *
 *   as segments.cl; states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * Without the ability `progress` (work-groups may wait for earlier ones) the result is correct, but most tiles are read
 * twice.
 */
#include "segments/tile.h"
#include "common/lookback.h"

SG_KERNEL void segments_lookback(__global const segments_value *restrict x, __global const void *restrict keys,
                                 __global const uint *restrict offsets, __global segments_value *restrict values,
                                 __global uint *restrict positions, __global segments_value *restrict y,
                                 __global uint *restrict count, __global uint *states, __global uint *measures,
                                 uint n, uint segments, uint tiles, uint polls, __local ulong2 *parts,
                                 __local uint *staged, __local uint *ticket SG_PARAMS) {
    SG_BEGIN(sg);
    const segments_way way = segments_way_of(x, keys, offsets, n, segments);
    const segments_out out = {values, positions, y, count};
    __local segments_pair *const sub_groups = (__local segments_pair *)parts, *const said = sub_groups + sg_count(sg);
    const uint tile = lookback_ticket(sg, states, ticket);
    const size_t first = tile * (size_t)SEGMENTS_TILE;
    const uint epoch = lookback_epoch(states);
    __global uint *const state = lookback_state(states, tile);
    const segments_part part = segments_tile(sg, &way, first, staged);
    segments_pair total;
    const segments_pair before = scan_sub_groups(sg, part.total, sub_groups, &total);
    if (lookback_is_poller(sg)) {
        lookback_publish(sg, state, total, epoch, LOOKBACK_TOTAL);
        lookback_walk walk = lookback_begin(tile);
        while (!walk.done) {
            lookback_window window = lookback_poll(sg, states, epoch, polls, walk);
            if (window.silent) {
                const uint each = SEGMENTS_TILE / LOOKBACK_LANES;
                const size_t from = (walk.end - 1) * (size_t)SEGMENTS_TILE + lookback_lane(sg) * each;
                window.part = segments_total(&way, from, min(from + each, (size_t)n));
            }
            lookback_advance(sg, &walk, window, LOOKBACK_FALLBACKS(measures));
        }
        lookback_publish(sg, state, segments_combine(walk.prefix, total), epoch, LOOKBACK_PREFIX);
        if (get_local_id(0) == 0) said[0] = walk.prefix;
    }
    sg_group_barrier_local(sg);
    const segments_pair prefix = said[0];
    lookback_finish(states, tiles);
    segments_write(sg, &way, &out, &part, segments_combine(prefix, before), first, staged);
}
