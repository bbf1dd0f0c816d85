/* scan: in a single pass, by decoupled look-back with a fallback (common/lookback.h).
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  y[n]; states[1 + tiles * LOOKBACK_WORDS], 0 at the start: [0] counts tickets, then a state per tile
 *
 * x is read once and y written once, where reduce-then-scan reads x twice. It needs work-groups that may wait for
 * earlier ones (the ability `progress`): without it the result is right too, but most totals are computed twice.
 */
#include "common/lookback.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)

/* A tile per work-group. STALLED=1: each eighth tile publishes nothing, so that the fallback has something to do. */
SG_KERNEL void scan_lookback(__global const sum_t *restrict x, __global sum_t *restrict y, __global uint *states,
                             __global uint *measures, ulong n, uint polls, __local sum_t *sub_groups,
                             __local sum_t *values, __local uint *flags SG_PARAMS) {
    SG_BEGIN(sg);
    if (get_local_id(0) == 0) flags[0] = atomic_inc((volatile __global uint *)states);
    sg_group_barrier_local(sg);
    const uint tile = flags[0];
    sg_group_barrier_local(sg);
    const ulong first = (ulong)tile * SCAN_TILE;
    const lookback_window window = {flags, values};
    __global uint *tiles = states + 1, *state = tiles + (ulong)tile * LOOKBACK_WORDS;
    const int silent = STALLED && tile % 8 == 3;

    const scan_part part = scan_tile(sg, x, first, n);
    sum_t total;
    const sum_t before = scan_sub_groups(sg, part.total, sub_groups, &total);
    if (!silent && tile > 0) lookback_publish(state, total, LOOKBACK_TOTAL);

    sum_t prefix = operator_identity();
    for (uint end = tile, done = 0; end > 0 && !done;) {
        sum_t sum;
        uint begin;
        lookback_fill(sg, tiles, end, polls, window);
        done = lookback_sum(sg, window, end, &sum, &begin);
        SG_SHOW(sg, "look back", operator_shown(sum));
        prefix = operator_combine(sum, prefix);
        /* Tile begin - 1 has said nothing. A compiler made an endless loop of barriers in this branch in small
           work-groups; where lanes meet by barriers anyway all go through it, without elements if nothing is missing. */
        const uint silence = !done && end - begin < SG_WIDTH && begin > 0;
        if (SG_USES_LOCAL || silence) {
            const sum_t own = scan_tile_total(sg, x, silence ? (ulong)(begin - 1) * SCAN_TILE : n, n);
            const sum_t again = scan_group_total(sg, own, sub_groups);
            if (silence) prefix = operator_combine(again, prefix);
            begin -= silence;
#if MEASURES
            if (silence && get_local_id(0) == 0) atomic_inc((volatile __global uint *)measures + MEASURE_FALLBACKS);
#endif
        }
        end = begin;
    }
    if (!silent) lookback_publish(state, operator_combine(prefix, total), LOOKBACK_PREFIX);
    scan_finish(sg, &part, operator_combine(prefix, before), EXCLUSIVE, y, first, n);
}
