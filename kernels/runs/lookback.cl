/* runs: one pass over x, by decoupled look-back (common/lookback.h).
 * SPDX-License-Identifier: MIT
 *
 *   values[n], starts[n], lengths[n], count[1]
 *
 * A tile publishes the number of its heads and the position of the last. So the next tile with a head knows where the
 * run before it began, and writes its length. Without the ability `progress` (work-groups may wait for earlier ones) the
 * result is correct, but most tiles are counted twice.
 */
#include "runs/heads.h"

typedef T element;
#undef T
#undef TYPE
#undef ITEMS
#define T ulong
#define TYPE TYPE_U64
#define ITEMS 4
#define OPERATOR_LAST 8
#define OPERATOR OPERATOR_LAST
#include "common/lookback.h"

SCAN_FN ulong runs_pair(uint heads, uint last) {
    return (ulong)heads << 32 | last;
}

/* Fallback: the heads in a lane's part of a tile. */
SCAN_FN ulong runs_fall_back(sg_t sg, __global const heads_cell *x, uint n, uint tile) {
    const ulong each = HEADS_TILE / LOOKBACK_LANES, first = (ulong)tile * HEADS_TILE + lookback_lane(sg) * each,
                end = min(first + each, (ulong)n);
    uint heads = 0, last = 0;
#pragma unroll 1
    for (ulong i = first; i < end; ++i) {
        const int head = heads_is(x, i);
        heads += (uint)head;
        last = head ? (uint)i : last;
    }
    return runs_pair(heads, last);
}

SG_KERNEL void runs_lookback(__global const element *x, __global element *values, __global uint *starts, __global uint *lengths,
                             __global uint *count, __global uint *states, __global uint *measures, uint n, uint tiles,
                             uint polls, __local uint *parts, __local uint *staged, __local ulong *said SG_PARAMS) {
    SG_BEGIN(sg);
    __global const heads_cell *const from = (__global const heads_cell *)x;
    const uint tile = lookback_ticket(sg, states, (__local uint *)said), start = tile * HEADS_TILE;
    const uint epoch = lookback_epoch(states);
    __global uint *const state = lookback_state(states, tile);
    const heads_part part = heads_stage(sg, from, n, tile, parts, staged);
    const ulong total = runs_pair(part.total, start + part.last);
    if (lookback_is_poller(sg)) {
        lookback_publish(sg, state, total, epoch, LOOKBACK_TOTAL);
        lookback_walk walk = lookback_begin(tile);
        while (!walk.done) {
            lookback_window window = lookback_poll(sg, states, epoch, polls, walk);
            if (window.silent) window.part = runs_fall_back(sg, from, n, walk.end - 1);
            lookback_advance(sg, &walk, window, LOOKBACK_FALLBACKS(measures));
        }
        lookback_publish(sg, state, operator_combine(walk.prefix, total), epoch, LOOKBACK_PREFIX);
        if (get_local_id(0) == 0) said[0] = walk.prefix;
    }
    sg_group_barrier_local(sg);
    const uint before = (uint)(said[0] >> 32), all = before + part.total;
    lookback_finish(states, tiles);
    if (get_local_id(0) == 0) {
        const uint began = (uint)said[0], last = part.total > 0 ? start + part.last : began;
        if (before > 0 && part.total > 0) lengths[before - 1] = start + part.first - began;
        if (tile + 1 == tiles) lengths[all - 1] = n - last;
        if (tile + 1 == tiles) count[0] = all;
    }
    heads_write(sg, from, tile, part, staged, before, (__global heads_cell *)values, starts, lengths);
}
