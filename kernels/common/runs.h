/* Runs in one pass: each element of a tile becomes a run of outputs, and a look-back finds where the tile's
 * runs begin. Used by expand and dispatch.
 * SPDX-License-Identifier: MIT
 *
 * A tile is SG_GROUP_SIZE * ITEMS consecutive elements; each work-item has ITEMS adjacent ones. Local memory
 * holds the non-empty runs: in `ends` their ends, relative to the tile's first output, and their sources in
 * an array of the caller's. Work-items write consecutive outputs and bisect for the run of each, so no lane
 * waits for a long run.
 *
 * The including file defines ITEMS, a struct runs_source with n, the number of elements, and
 * runs_length(source, i), the length of run i.
 */
#ifndef RUNS_H_INCLUDED
#define RUNS_H_INCLUDED

enum { RUNS_ITEMS = ITEMS, RUNS_TILE = SG_GROUP_SIZE * ITEMS };

#ifdef T /* the elements, and vectors of four */
#define RUNS_FOUR_(t) t##4
#define RUNS_FOUR(t) RUNS_FOUR_(t)
typedef T element;
typedef RUNS_FOUR(T) elements;
#endif

#include "common/bisect.h"
#include "common/lookback_counts.h"

/* Runs and outputs of a tile; the work-item's first run and first output. */
typedef struct {
    uint runs, outputs, run, begin;
} runs_made;

SCAN_FN uint runs_item(sg_t sg) {
    return sg_id(sg) * SG_WIDTH + sg_lane(sg);
}

SCAN_FN ulong runs_element(sg_t sg, uint tile) {
    return (ulong)tile * RUNS_TILE + runs_item(sg) * RUNS_ITEMS;
}

/* 0 past the last element. */
SCAN_FN void runs_lengths(sg_t sg, runs_source source, uint tile, uint length[RUNS_ITEMS]) {
    const ulong first = runs_element(sg, tile);
    for (uint k = 0; k < RUNS_ITEMS; ++k)
        length[k] = first + k < source.n ? runs_length(source, first + k) : 0u;
}

/* Scans the lengths of the work-item's runs; does not write `ends`. */
SCAN_FN runs_made runs_scan(sg_t sg, const uint length[RUNS_ITEMS], __local uint *totals) {
    runs_made made = {0, 0, 0, 0};
    uint outputs = 0, runs = 0;
    for (uint k = 0; k < RUNS_ITEMS; ++k) {
        outputs += length[k];
        runs += length[k] > 0;
    }
    made.begin = sg_scan_exclusive_add(sg, outputs);
    made.run = sg_scan_exclusive_add(sg, runs);
    if (sg_lane(sg) == SG_WIDTH - 1u) {
        totals[2 * sg_id(sg)] = made.begin + outputs;
        totals[2 * sg_id(sg) + 1] = made.run + runs;
    }
    sg_group_barrier_local(sg);
    for (uint s = 0; s < sg_count(sg); ++s) {
        made.begin += s < sg_id(sg) ? totals[2 * s] : 0u;
        made.run += s < sg_id(sg) ? totals[2 * s + 1] : 0u;
        made.outputs += totals[2 * s];
        made.runs += totals[2 * s + 1];
    }
    sg_group_barrier_local(sg);
    SG_SHOW(sg, "outputs", outputs);
    SG_SHOW(sg, "first", made.begin);
    return made;
}

/* Fallback: the outputs of a lane's part of a tile. */
SCAN_FN uint runs_fall_back(sg_t sg, runs_source source, uint tile) {
    const ulong first = (ulong)tile * RUNS_TILE, end = min(first + RUNS_TILE, (ulong)source.n);
    uint outputs = 0;
#pragma unroll 1
    for (ulong i = first + lookback_lane(sg); i < end; i += LOOKBACK_LANES) outputs += runs_length(source, i);
    return outputs;
}

/* `shared`, a word of local memory, gets the position of this tile's outputs; a barrier must follow. */
SCAN_FN void runs_look_back(sg_t sg, runs_source source, __global uint *states, uint tile, uint outputs,
                            uint epoch, uint polls, __local uint *shared, __global uint *fallbacks) {
    if (!lookback_is_poller(sg)) return;
    lookback_walk walk = lookback_begin(tile);
    while (!walk.done) {
        lookback_window window = lookback_poll(sg, states, epoch, polls, walk);
        if (window.silent) window.part = runs_fall_back(sg, source, walk.end - 1);
        lookback_advance(sg, &walk, window, fallbacks);
    }
    lookback_publish(sg, lookback_state(states, tile), walk.prefix + outputs, epoch, LOOKBACK_PREFIX);
    if (get_local_id(0) == 0) shared[0] = walk.prefix;
}

#endif
