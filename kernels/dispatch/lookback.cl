/* dispatch: each work-group consumes what it has produced, in one pass. SPDX-License-Identifier: MIT
 *
 *   states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * The other arrays are those of dispatch.cl; there are no items in memory, and no second launch whose size anybody would have
 * to know. A work-group shares its items evenly, finds where they begin by looking back at the tiles before it
 * (common/lookback.h), and so keeps the order. What it cannot do is to share them with other work-groups.
 */
#include "dispatch/dispatch.h"
#include "common/runs.h"

SCAN_FN void lengths(sg_t sg, __global const uint *restrict x, uint n, uint each, ulong threshold, uint tile,
                     uint length[RUNS_ITEMS]) {
    const ulong first = runs_element(sg, tile);
    for (uint k = 0; k < RUNS_ITEMS; ++k) length[k] = first + k < n ? dispatch_emits(x[first + k], each, threshold) : 0u;
}

SG_KERNEL void dispatch_lookback(__global const uint *restrict x, __global uint *restrict out, __global uint *restrict count,
                                 __global uint *restrict groups, __global uint *states, __global uint *measures, uint n,
                                 uint each, ulong threshold, uint work, uint polls, __local uint *totals, __local uint *ends,
                                 __local uint *values, __local uint *sums, __local uint *said SG_PARAMS) {
    SG_BEGIN(sg);
    const lookback_window window = {said, sums};
    const uint tiles = get_num_groups(0), tile = lookback_ticket(sg, states, said), epoch = lookback_epoch(states);
    __global uint *state = lookback_state(states, tile);
    uint length[RUNS_ITEMS];
    lengths(sg, x, n, each, threshold, tile, length);
    runs_made made = runs_scan(sg, length, totals);
    lookback_publish(state, made.outputs, epoch, LOOKBACK_TOTAL); /* the first tile too: see lookback_publish */
    for (uint k = 0; k < RUNS_ITEMS; ++k) {
        if (length[k] == 0) continue;
        values[made.run] = x[runs_element(sg, tile) + k] - made.begin; /* item j of the tile is this and j */
        ends[made.run++] = made.begin += length[k];
    }
    lookback_way way = lookback_start(tile);
    while (!way.done) {
        const uint missing = lookback_step(sg, states, epoch, polls, window, &way);
        if (SG_USES_LOCAL || missing) {
            uint other[RUNS_ITEMS];
            lengths(sg, x, missing ? n : 0u, each, threshold, missing ? missing - 1u : 0u, other);
            lookback_add(&way, missing, runs_scan(sg, other, totals).outputs, LOOKBACK_FALLBACKS(measures));
        }
    }
    const uint first = way.prefix, all = first + made.outputs;
    lookback_publish(state, all, epoch, LOOKBACK_PREFIX);
    lookback_finish(states, tiles);
    if (get_local_id(0) == 0 && tile + 1u == tiles) {
        count[0] = all;
        groups[0] = dispatch_tiles(all);
    }
    sg_group_barrier_local(sg); /* a first tile has not looked back */
    for (uint j = runs_item(sg); j < made.outputs; j += SG_GROUP_SIZE)
        out[first + j] = dispatch_work(values[runs_find(ends, 0, made.runs, j)] + j, work);
}
