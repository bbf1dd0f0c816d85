/* Runs in one pass: each element of a tile becomes a run of outputs, and a look-back tells where the tile's
 * runs begin. expand and dispatch have it. SPDX-License-Identifier: MIT
 *
 * A tile is SG_GROUP_SIZE * ITEMS consecutive elements, of which each work-item has ITEMS side by side. Local
 * memory gets the runs that are not empty, one behind the other: where each ends, counted from the tile's
 * first output, in `ends`, and what it is of, in an array of the caller's. The work-items then take the
 * outputs in turn, neighbours neighbouring ones, and find by bisection in whose run each lies. So no lane
 * waits for a long run, nor passes over empty ones.
 *
 * The file that includes this one has set ITEMS for its tiles, and said what the runs are of: a struct
 * runs_source with n, the number of elements, and a function runs_length(source, i), the length of run i.
 */
#ifndef RUNS_H_INCLUDED
#define RUNS_H_INCLUDED

enum { RUNS_ITEMS = ITEMS, RUNS_TILE = SG_GROUP_SIZE * ITEMS };

#ifdef T /* the elements, and four of them */
#define RUNS_FOUR_(t) t##4
#define RUNS_FOUR(t) RUNS_FOUR_(t)
typedef T element;
typedef RUNS_FOUR(T) elements;
#endif

#include "common/bisect.h"
#include "common/lookback_counts.h"

/* What a tile makes: its runs and its outputs; and the work-item's first run and where that begins. */
typedef struct {
    uint runs, outputs, run, begin;
} runs_made;

SCAN_FN uint runs_item(sg_t sg) {
    return sg_id(sg) * SG_WIDTH + sg_lane(sg);
}

/* The number of the first element of a work-item in a tile. */
SCAN_FN ulong runs_element(sg_t sg, uint tile) {
    return (ulong)tile * RUNS_TILE + runs_item(sg) * RUNS_ITEMS;
}

/* How long the work-item's runs are; 0 behind the last element. */
SCAN_FN void runs_lengths(sg_t sg, runs_source source, uint tile, uint length[RUNS_ITEMS]) {
    const ulong first = runs_element(sg, tile);
    for (uint k = 0; k < RUNS_ITEMS; ++k)
        length[k] = first + k < source.n ? runs_length(source, first + k) : 0u;
}

/* From the lengths of the work-item's runs, as yet without `ends`. */
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

/* The outputs of a lane's part of a tile. */
SCAN_FN uint runs_again(sg_t sg, runs_source source, uint tile) {
    const ulong first = (ulong)tile * RUNS_TILE, end = min(first + RUNS_TILE, (ulong)source.n);
    uint outputs = 0;
#pragma unroll 1
    for (ulong i = first + lookback_lane(sg); i < end; i += LOOKBACK_LANES) outputs += runs_length(source, i);
    return outputs;
}

/* Looks back at the tiles before this one: `shared`, a word of local memory, gets where its outputs begin.
   Behind a barrier all may read it. */
SCAN_FN void runs_look_back(sg_t sg, runs_source source, __global uint *states, uint tile, uint outputs,
                            uint epoch, uint polls, __local uint *shared, __global uint *fallbacks) {
    if (!lookback_looks(sg)) return;
    lookback_way way = lookback_start(tile);
    while (!way.done) {
        lookback_seen seen = lookback_see(sg, states, epoch, polls, way);
        if (seen.silent) seen.part = runs_again(sg, source, way.end - 1);
        lookback_go(sg, &way, seen, fallbacks);
    }
    lookback_publish(sg, lookback_state(states, tile), way.prefix + outputs, epoch, LOOKBACK_PREFIX);
    if (get_local_id(0) == 0) shared[0] = way.prefix;
}

#endif
