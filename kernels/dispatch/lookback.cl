/* dispatch: each work-group consumes its own items, in one pass.
 * SPDX-License-Identifier: MIT
 *
 *   states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * Other arrays as in dispatch.cl; items go through no memory and need no second launch. A work-group finds its first
 * item by look-back (common/lookback.h), which keeps the order. It cannot share items with other work-groups.
 */
#include "dispatch/dispatch.h"

typedef struct {
    __global const uint *x;
    uint n, each;
    ulong threshold;
} runs_source;

static inline uint runs_length(runs_source source, ulong i) {
    return dispatch_emits(source.x[i], source.each, source.threshold);
}

#include "common/runs.h"

SG_KERNEL void dispatch_lookback(__global const uint *restrict x, __global uint *restrict out, __global uint *restrict count,
                                 __global uint *restrict groups, __global uint *states, __global uint *measures, uint n,
                                 uint each, ulong threshold, uint work, uint polls, __local uint *totals, __local uint *ends,
                                 __local uint *values, __local uint *said SG_PARAMS) {
    SG_BEGIN(sg);
    const runs_source source = {x, n, each, threshold};
    const uint tiles = get_num_groups(0), tile = lookback_ticket(sg, states, said), epoch = lookback_epoch(states);
    uint length[RUNS_ITEMS];
    runs_lengths(sg, source, tile, length);
    runs_made made = runs_scan(sg, length, totals);
    if (lookback_is_poller(sg)) lookback_publish(sg, lookback_state(states, tile), made.outputs, epoch, LOOKBACK_TOTAL);
    for (uint k = 0; k < RUNS_ITEMS; ++k) {
        if (length[k] == 0) continue;
        values[made.run] = x[runs_element(sg, tile) + k] - made.begin; /* item j of the tile is this plus j */
        ends[made.run++] = made.begin += length[k];
    }
    runs_look_back(sg, source, states, tile, made.outputs, epoch, polls, said, LOOKBACK_FALLBACKS(measures));
    sg_group_barrier_local(sg);
    const uint first = said[0], all = first + made.outputs;
    lookback_finish(states, tiles);
    if (get_local_id(0) == 0 && tile + 1u == tiles) {
        count[0] = all;
        groups[0] = dispatch_tiles(all);
    }
    for (uint j = runs_item(sg); j < made.outputs; j += SG_GROUP_SIZE)
        out[first + j] = dispatch_work(values[bisect_ends(ends, made.runs, j)] + j, work);
}
