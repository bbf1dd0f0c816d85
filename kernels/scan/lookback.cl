/* scan: in a single pass, by decoupled look-back with a fallback (common/lookback.h).
 * SPDX-License-Identifier: MIT
 *
 *   x[n], initial[1] or null (scan.cl)  ->  y[n]; states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * x is read once and y written once, where reduce-then-scan reads x twice. It needs work-groups that may wait for
 * earlier ones (the ability `progress`): without it the result is right too, but most totals are computed twice.
 */
#include "common/lookback.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)

/* A tile per work-group. STALLED=1: each eighth tile publishes nothing, so that the fallback has something to do. */
SG_KERNEL void scan_lookback(__global const sum_t *restrict x, __global const sum_t *restrict initial,
                             __global sum_t *restrict y, __global uint *states, __global uint *measures, ulong n,
                             uint polls, __local sum_t *sub_groups, __local sum_t *values,
                             __local uint *flags SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = lookback_ticket(sg, states, flags);
    const ulong first = (ulong)tile * SCAN_TILE;
    const lookback_window window = {flags, values};
    const uint epoch = lookback_epoch(states);
    __global uint *state = lookback_state(states, tile);
    const int silent = STALLED && tile % 8 == 3;

    const scan_part part = scan_tile(sg, x, first, n);
    sum_t total;
    const sum_t before = scan_sub_groups(sg, part.total, sub_groups, &total);
    if (!silent) lookback_publish(state, total, epoch, LOOKBACK_TOTAL); /* the first tile too: see lookback_publish */

    lookback_way way = lookback_start(tile);
    while (!way.done) {
        const uint missing = lookback_step(sg, states, epoch, polls, window, &way);
        if (SG_USES_LOCAL || missing) {
            const sum_t own = scan_tile_total(sg, x, missing ? (ulong)(missing - 1) * SCAN_TILE : n, n);
            const sum_t again = scan_group_total(sg, own, sub_groups);
            lookback_add(&way, missing, again, LOOKBACK_FALLBACKS(measures));
        }
    }
    if (!silent) lookback_publish(state, operator_combine(way.prefix, total), epoch, LOOKBACK_PREFIX);
    lookback_finish(states);
    const sum_t prefix = operator_combine(scan_start(initial), way.prefix); /* tiles tell each other of x alone */
    scan_finish(sg, &part, operator_combine(prefix, before), EXCLUSIVE, y, first, n);
}
