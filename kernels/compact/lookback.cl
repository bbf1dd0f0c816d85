/* compact: the order kept across the whole device, in one pass, by decoupled look-back (common/lookback.h).
 * SPDX-License-Identifier: MIT
 *
 *   count[1]; kept[room]; states[1 + tiles * LOOKBACK_WORDS], 0 at the start: [0] counts tickets, then a state per tile
 *
 * x is read once, where `stable` reads it twice. It needs work-groups that may wait for earlier ones (the ability
 * `progress`): without it the result is right too, but most tiles are counted twice.
 */
#include "compact/compact.h"

/* What the look-back adds up are counts, whatever the elements are. */
typedef T element;
#undef T
#undef TYPE
#undef ITEMS
#define T uint
#define TYPE TYPE_U32
#define ITEMS 4
#include "common/lookback.h"

SG_KERNEL void compact_lookback(__global const element *restrict x, __global const uchar *flags,
                                __global element *restrict kept, __global uint *restrict count, __global uint *states,
                                __global uint *measures, uint n, uint room, ulong limit, uint polls,
                                __local uint *totals, __local element *staged, __local uint *values,
                                __local uint *said SG_PARAMS) {
    SG_BEGIN(sg);
    if (get_local_id(0) == 0) said[0] = atomic_inc((volatile __global uint *)states);
    sg_group_barrier_local(sg);
    const uint tile = said[0];
    sg_group_barrier_local(sg);
    const lookback_window window = {said, values};
    __global uint *tiles = states + 1, *state = tiles + (ulong)tile * LOOKBACK_WORDS;

    const uint total = compact_stage(sg, x, flags, n, limit, tile, totals, staged);
    sg_group_barrier_local(sg);
    if (tile > 0) lookback_publish(state, total, LOOKBACK_TOTAL);

    uint before = 0;
    for (uint end = tile, done = 0; end > 0 && !done;) {
        uint sum, begin;
        lookback_fill(sg, tiles, end, polls, window);
        done = lookback_sum(sg, window, end, &sum, &begin);
        SG_SHOW(sg, "look back", sum);
        before += sum;
        /* Tile begin - 1 has said nothing. Why not in a branch where lanes meet by barriers: scan/lookback.cl. */
        const uint silence = !done && end - begin < SG_WIDTH && begin > 0;
        if (SG_USES_LOCAL || silence) {
            before += compact_count_tile(sg, x, flags, silence ? n : 0u, limit, begin - silence, totals);
            begin -= silence;
#if MEASURES
            if (silence && get_local_id(0) == 0) atomic_inc((volatile __global uint *)measures + MEASURE_FALLBACKS);
#endif
        }
        end = begin;
    }
    lookback_publish(state, before + total, LOOKBACK_PREFIX);
    if (get_local_id(0) == 0 && tile + 1 == get_num_groups(0)) count[0] = before + total;
    compact_write(staged, total, kept, before, room);
}
