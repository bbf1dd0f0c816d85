/* expand: a work-group shares its outputs evenly, in one pass.
 * SPDX-License-Identifier: MIT
 *
 *   states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * Other arrays as in expand.cl. Like expand_search, with the first output by look-back (common/lookback.h), so `repeat`
 * is read once.
 */
#include "sg/sg.h"

typedef struct {
    __global const uint *repeat;
    uint n;
} runs_source;

static inline uint runs_length(runs_source source, ulong i) {
    return source.repeat[i];
}

#include "common/runs.h"

enum { BLOCK = 32 / sizeof(element) }; /* outputs per work-item at a time */

/* Writes outputs `first` to `last` - 1; as whole vectors if all of a block belong to the tile. */
SCAN_FN void write_runs(sg_t sg, __global element *restrict out, uint first, uint last, uint runs, __local const uint *ends,
                        __local const element *values) {
    for (uint block = first / BLOCK + runs_item(sg); first < last && block * BLOCK < last; block += SG_GROUP_SIZE) {
        const uint place = block * BLOCK;
        uint run = bisect_ends(ends, runs, max(place, first) - first);
        element v[BLOCK];
#pragma unroll
        for (uint k = 0; k < BLOCK; ++k) {
            if (place + k > first && run + 1u < runs && ends[run] <= place + k - first) ++run;
            v[k] = values[run];
        }
        if (place >= first && place + BLOCK - 1u < last) {
#pragma unroll
            for (uint k = 0; k < BLOCK; k += 4) *(__global elements *)(out + place + k) = (elements)(v[k], v[k + 1], v[k + 2], v[k + 3]);
        } else {
#pragma unroll
            for (uint k = 0; k < BLOCK; ++k)
                if (place + k >= first && place + k < last) out[place + k] = v[k];
        }
    }
}

SG_KERNEL void expand_lookback(__global const element *restrict x, __global const uint *restrict repeat,
                               __global element *restrict out, __global uint *restrict count, __global uint *states,
                               __global uint *measures, uint n, uint capacity, uint polls, __local uint *totals,
                               __local uint *ends, __local element *values, __local uint *said SG_PARAMS) {
    SG_BEGIN(sg);
    const runs_source source = {repeat, n};
    const uint tiles = get_num_groups(0), tile = lookback_ticket(sg, states, said), epoch = lookback_epoch(states);
    uint length[RUNS_ITEMS];
    runs_lengths(sg, source, tile, length);
    runs_made made = runs_scan(sg, length, totals);
    if (lookback_is_poller(sg)) lookback_publish(sg, lookback_state(states, tile), made.outputs, epoch, LOOKBACK_TOTAL);
    for (uint k = 0; k < RUNS_ITEMS; ++k) {
        if (length[k] == 0) continue;
        values[made.run] = x[runs_element(sg, tile) + k];
        ends[made.run++] = made.begin += length[k];
    }
    runs_look_back(sg, source, states, tile, made.outputs, epoch, polls, said, LOOKBACK_FALLBACKS(measures));
    sg_group_barrier_local(sg);
    const uint first = said[0], all = first + made.outputs;
    lookback_finish(states, tiles);
    if (get_local_id(0) == 0 && tile + 1u == tiles) count[0] = all;
    write_runs(sg, out, first, min(all, capacity), made.runs, ends, values);
}
