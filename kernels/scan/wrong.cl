/* scan: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * The first five are the last launch of reduce-then-scan (scan_apply) over one share, with one thing wrong; the last is
 * the look-back.
 */
#include "common/lookback.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)
#define CARRY(totals, initial) (get_num_groups(0) > 1 ? (totals)[get_group_id(0)] : scan_start(initial))

/* What stands before a tile's sub-group, written with `first`, the share's begin, and `end`; `carry` grows. */
#define FOR_TILES(n, share)                                                                                  \
    const ulong begin = get_group_id(0) * (share), end = min(begin + (share), n);                            \
    for (ulong first = begin; first < end; first += SCAN_TILE)

/* The prefix of a sub-group's lanes is taken with the lane's own run in it where it has to end before it. */
SG_KERNEL void scan_own_twice(__global const sum_t *restrict x, __global const sum_t *restrict totals,
                              __global const sum_t *restrict initial, __global sum_t *restrict y, ulong n, ulong share, __local sum_t *sub_groups SG_PARAMS) {
    SG_BEGIN(sg);
    sum_t carry = CARRY(totals, initial), all;
    FOR_TILES(n, share) {
        scan_part part = scan_tile(sg, x, first, end);
        for (uint r = 0; r < SCAN_ROWS; ++r)
            part.before[r] = operator_combine(part.before[r], part.run[r][SCAN_RUN - 1]);
        const sum_t before = scan_sub_groups(sg, part.total, sub_groups, &all);
        scan_finish(sg, &part, operator_combine(carry, before), EXCLUSIVE, y, first, end);
        carry = operator_combine(carry, all);
    }
}

/* Lane 0 has no lane before it, and gets 0: right for a sum, and a product is 0 from there on. */
SG_KERNEL void scan_zero_before(__global const sum_t *restrict x, __global const sum_t *restrict totals,
                                __global const sum_t *restrict initial, __global sum_t *restrict y, ulong n, ulong share,
                                __local sum_t *sub_groups SG_PARAMS) {
    SG_BEGIN(sg);
    sum_t carry = CARRY(totals, initial), all;
    FOR_TILES(n, share) {
        scan_part part = scan_tile(sg, x, first, end);
        if (sg_lane(sg) == 0) part.before[0] = (sum_t)0;
        const sum_t before = scan_sub_groups(sg, part.total, sub_groups, &all);
        scan_finish(sg, &part, operator_combine(carry, before), EXCLUSIVE, y, first, end);
        carry = operator_combine(carry, all);
    }
}

/* What stands before is put behind: the same for a sum, another step for a pair. */
SG_KERNEL void scan_wrong_order(__global const sum_t *restrict x, __global const sum_t *restrict totals,
                                __global const sum_t *restrict initial, __global sum_t *restrict y, ulong n, ulong share,
                                __local sum_t *sub_groups SG_PARAMS) {
    SG_BEGIN(sg);
    sum_t carry = CARRY(totals, initial), all;
    FOR_TILES(n, share) {
        scan_part part = scan_tile(sg, x, first, end);
        const sum_t before = scan_sub_groups(sg, part.total, sub_groups, &all);
        for (uint r = 0; r < SCAN_ROWS; ++r) {
            const sum_t ahead = operator_combine(carry, before);
            part.before[r] = operator_combine(part.before[r], ahead);
        }
        scan_finish(sg, &part, operator_identity(), EXCLUSIVE, y, first, end);
        carry = operator_combine(carry, all);
    }
}

/* Kogge and Stone without the test of the lane: the lowest lanes take in their own value again (a shuffle up from below
   lane 0 gives the own value). */
SG_KERNEL void scan_low_lanes(__global const sum_t *restrict x, __global const sum_t *restrict totals,
                              __global const sum_t *restrict initial, __global sum_t *restrict y, ulong n, ulong share,
                              __local sum_t *sub_groups SG_PARAMS) {
    SG_BEGIN(sg);
    sum_t carry = CARRY(totals, initial), all;
    FOR_TILES(n, share) {
        scan_part part = scan_tile(sg, x, first, end);
        sum_t v = part.run[0][SCAN_RUN - 1];
        for (uint d = 1; d < SG_WIDTH; d *= 2) {
            const sum_t below = operator_shuffle_up(sg, v, d);
            v = operator_combine(below, v);
        }
        part.before[0] = scan_before(sg, v);
        const sum_t before = scan_sub_groups(sg, part.total, sub_groups, &all);
        scan_finish(sg, &part, operator_combine(carry, before), EXCLUSIVE, y, first, end);
        carry = operator_combine(carry, all);
    }
}

/* Each work-group takes in what stands before the first element, which the totals have in them already. */
SG_KERNEL void scan_initial_again(__global const sum_t *restrict x, __global const sum_t *restrict totals,
                                  __global const sum_t *restrict initial, __global sum_t *restrict y, ulong n,
                                  ulong share, __local sum_t *sub_groups SG_PARAMS) {
    SG_BEGIN(sg);
    const sum_t carry = operator_combine(scan_start(initial), CARRY(totals, 0));
    scan_share(sg, x, y, n, share, EXCLUSIVE, carry, sub_groups);
}

/* The look-back takes the first tile that says anything for a prefix, when it may be that tile's total alone. */
SG_KERNEL void scan_total_as_prefix(__global const sum_t *restrict x, __global sum_t *restrict y,
                                    __global uint *states, ulong n, __local sum_t *sub_groups,
                                    __local sum_t *values, __local uint *flags SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = lookback_ticket(sg, states, flags);
    const ulong first = (ulong)tile * SCAN_TILE;
    const uint epoch = lookback_epoch(states);
    __global uint *own = lookback_state(states, tile);
    const scan_part part = scan_tile(sg, x, first, n);
    sum_t total, prefix = operator_identity();
    const sum_t before = scan_sub_groups(sg, part.total, sub_groups, &total);
    lookback_publish(own, total, epoch, LOOKBACK_TOTAL);
    if (tile > 0 && get_local_id(0) == 0)
        for (uint flag = LOOKBACK_NOTHING, poll = 0; flag == LOOKBACK_NOTHING && poll < (1u << 24); ++poll)
            flag = lookback_look(own - LOOKBACK_WORDS, epoch, &prefix);
    if (get_local_id(0) == 0) values[0] = prefix;
    sg_group_barrier_local(sg);
    prefix = values[0];
    lookback_finish(states);
    scan_finish(sg, &part, operator_combine(prefix, before), EXCLUSIVE, y, first, n);
}
