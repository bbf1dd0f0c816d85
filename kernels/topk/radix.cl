/* topk: many work-groups per row.
 * SPDX-License-Identifier: MIT
 *
 *   topk_first   counts[rows][turns][RADIX]: the highest digit of all keys
 *   topk_next    the next digit of the candidates; stores the keys that later launches need
 *   topk_tallies the selected keys of each sub-group and work-group, once all digits are known
 *   topk_gather  values[rows][taken], positions[rows][taken]
 *
 * A row has `parts` work-groups. Each sub-group has a share of `each` consecutive keys (stored.h) and needs no other
 * sub-group to store its remaining keys.
 *
 * cuts[rows][turns + 1][2]: the least number of the candidates; how many of them are selected. Each launch finds the
 * cut from the previous launch's counts.
 */
#include "topk/steps.h"
#include "topk/stored.h"

TOPK_FN topk_where topk_here(sg_t sg, uint parts) {
    const uint group = (uint)get_group_id(0);
    const topk_where here = {group / parts, group % parts, group * sg_count(sg) + sg_id(sg)};
    return here;
}

/* The number of the sub-group's share in its row. */
TOPK_FN ulong topk_number_in_row(sg_t sg, topk_where here) {
    return here.part * (ulong)sg_count(sg) + sg_id(sg);
}

/* The longest share of the work-group's sub-groups; those with less than `least` stored read the row. */
TOPK_FN uint topk_longest(sg_t sg, __global const uint4 *finds, topk_where here, uint least, uint n, uint each) {
    uint longest = 0;
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) {
        const ulong begin = min((here.part * (ulong)sg_count(sg) + s) * each, (ulong)n);
        const uint4 find = finds[here.share - sg_id(sg) + s];
        longest = max(longest, find.x >= least ? find.y : min(each, n - (uint)begin));
    }
    return longest;
}

/* After the launch that counted the digits of turn `turn`; the row's first work-group writes it down. */
TOPK_FN topk_cut topk_cut_after(sg_t sg, __global const uint *digits, __global ulong *cuts, topk_where here, uint turn,
                                uint n, uint taken, __local uint *counts) {
    __global const uint *const from = digits + (here.row * TOPK_TURNS + turn) * TOPK_RADIX;
    __global ulong *const known = cuts + (here.row * (TOPK_TURNS + 1) + turn) * 2;
    topk_cut cut = topk_all(n, taken);
    for (uint d = get_local_id(0); d < TOPK_RADIX; d += SG_GROUP_SIZE) counts[d] = from[d];
    if (turn > 0) {
        cut.from = (key_word)known[0];
        cut.need = (uint)known[1];
    }
    cut = topk_pick(sg, cut, turn, counts);
    if (here.part == 0 && get_local_id(0) == 0) {
        known[2] = cut.from;
        known[3] = cut.need;
    }
    return cut;
}

/* Adds the work-group's counts to the row's. */
TOPK_FN void topk_publish(sg_t sg, __local const uint *counts, __global uint *digits, size_t row, uint turn) {
    __global uint *const to = digits + (row * TOPK_TURNS + turn) * TOPK_RADIX;
    sg_group_barrier_local(sg);
    for (uint d = get_local_id(0); d < TOPK_RADIX; d += SG_GROUP_SIZE)
        if (counts[d] > 0) atomic_add(to + d, counts[d]);
}

SG_KERNEL void topk_first(__global const T *x, __global uint *digits, __global uint4 *finds, uint n, uint parts,
                          uint each, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    const topk_where here = topk_here(sg, parts);
    const topk_share share = topk_in_row(x, here.row, topk_number_in_row(sg, here), n, each);
    topk_clear(counts);
    sg_group_barrier_local(sg);
    topk_count_runs(share, topk_all(n, n), 0, sg_lane(sg), SG_WIDTH, counts);
    if (sg_lane(sg) == 0) finds[here.share] = (uint4)(IN_ROW, 0, 0, 0);
    topk_publish(sg, counts, digits, here.row, 0);
}

/* Counts the next digit of a lane's run of keys, and stores those of `kind`. */
TOPK_FN void topk_sift(sg_t sg, topk_share share, uint i, const key_word key[KEY_RUN], topk_cut cut, uint shift, uint kind,
                       topk_tally *made, uint room, __global key_cell *to, __global uint *places, __local uint *counts) {
    const key_word limit = kind == SELECTED ? TOPK_LAST - cut.from : cut.span;
    sg_mask stored[KEY_RUN];
    for (uint c = 0; c < KEY_RUN; ++c) {
        const int there = i + c < share.count;
        const key_word number = topk_number(key[c]), offset = number - cut.from;
        topk_count(cut, number, shift, there, counts);
        made->above += there && number > cut.from + cut.span;
        stored[c] = sg_ballot(sg, there && kind != IN_ROW && offset <= limit);
    }
    if (!topk_none(stored)) {
        const uint lane = sg_lane(sg);
        uint place = made->equal + topk_below(stored, lane);
        for (uint c = 0; c < KEY_RUN; ++c) {
            if (!sg_mask_bit(stored[c], lane)) continue;
            if (place < room) {
                to[place] = (key_cell)key[c];
                places[place] = topk_place(share, i + c);
            }
            ++place;
        }
        made->equal += topk_total(stored);
    }
}

SG_KERNEL void topk_next(__global const T *x, __global uint *digits, __global ulong *cuts, __global uint4 *finds,
                         __global T *stored, __global uint *places, uint n, uint taken, uint turn, uint parts, uint each,
                         uint room, __local uint *counts SG_PARAMS) {
    SG_BEGIN(sg);
    const topk_where here = topk_here(sg, parts);
    const topk_cut cut = topk_cut_after(sg, digits, cuts, here, turn, n, taken, counts);
    const uint4 find = finds[here.share];
    const uint kind = find.x != IN_ROW ? IN_ROW : topk_kind(cut, taken, (ulong)parts * sg_count(sg) * room);
    const uint longest = topk_longest(sg, finds, here, CANDIDATES, n, each), shift = topk_shift(turn + 1);
    const topk_share share = topk_from(find, CANDIDATES, x, stored, places, here, topk_number_in_row(sg, here), room, n, each);
    __global key_cell *const to = (__global key_cell *)stored + (size_t)here.share * room;
    topk_tally made = {0, 0}; /* `equal`: the keys that are to be stored */
    topk_clear(counts);
    sg_group_barrier_local(sg);
    sg_group_barrier_global(sg); /* all have read `finds` before one writes */
    for (uint row = 0; row < longest; row += TOPK_ROW * TOPK_ROWS) {
        const uint first = row + sg_lane(sg) * KEY_RUN;
        key_word key[TOPK_ROWS][KEY_RUN];
#pragma unroll
        for (uint r = 0; r < TOPK_ROWS; ++r) topk_load(share, first + r * TOPK_ROW, key[r]);
#pragma unroll
        for (uint r = 0; r < TOPK_ROWS; ++r)
            topk_sift(sg, share, first + r * TOPK_ROW, key[r], cut, shift, kind, &made, room, to,
                      places + (size_t)here.share * room, counts);
    }
    const uint above = sg_reduce_add(sg, made.above);
    if (sg_lane(sg) == 0 && kind != IN_ROW && made.equal <= room)
        finds[here.share] = (uint4)(kind, made.equal, kind == SELECTED ? 0 : above, 0);
    topk_publish(sg, counts, digits, here.row, turn + 1);
}

/* tallies[share], sums[work-group]: keys above the cut, and equal to it. */
SG_KERNEL void topk_tallies(__global const T *x, __global const uint *digits, __global ulong *cuts,
                            __global const uint4 *finds, __global const T *stored, __global const uint *places,
                            __global ulong *tallies, __global ulong *sums, uint n, uint taken, uint parts, uint each,
                            uint room, __local uint *counts, __local ulong *own SG_PARAMS) {
    SG_BEGIN(sg);
    const topk_where here = topk_here(sg, parts);
    const topk_cut cut = topk_cut_after(sg, digits, cuts, here, TOPK_TURNS - 1, n, taken, counts);
    const uint4 find = finds[here.share];
    const topk_share share = topk_from(find, CANDIDATES, x, stored, places, here, topk_number_in_row(sg, here), room, n, each);
    const topk_tally lane = topk_tally_lane(sg, share, cut.from);
    const uint above = sg_reduce_add(sg, lane.above) + find.z, equal = sg_reduce_add(sg, lane.equal);
    const ulong tally = (ulong)above << 32 | equal;
    if (sg_lane(sg) == 0) {
        tallies[here.share] = tally;
        own[sg_id(sg)] = tally;
    }
    sg_group_barrier_local(sg);
    ulong sum = 0;
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) sum += own[s];
    if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}

SG_KERNEL void topk_gather(__global const T *x, __global const ulong *cuts, __global const uint4 *finds,
                           __global const T *stored, __global const uint *places, __global const ulong *tallies,
                           __global const ulong *sums, __global T *values, __global uint *positions, uint n, uint taken,
                           uint parts, uint each, uint room, __local ulong *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const topk_where here = topk_here(sg, parts);
    __global const ulong *const known = cuts + (here.row * (TOPK_TURNS + 1) + TOPK_TURNS) * 2;
    const topk_cut cut = {(key_word)known[0], 0, (uint)known[1], 0};
    const size_t first = here.row * parts;
    ulong own = 0, before;
    for (uint p = get_local_id(0); p < here.part; p += SG_GROUP_SIZE) own += sums[first + p];
    sg_group_scan_exclusive_total_add(sg, own, totals, &before);
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_id(sg); ++s) before += tallies[here.share - sg_id(sg) + s];
    const uint4 find = finds[here.share];
    const topk_share share = topk_from(find, SELECTED, x, stored, places, here, topk_number_in_row(sg, here), room, n, each);
    const topk_tally earlier = {(uint)(before >> 32), (uint)before};
    topk_write(sg, share, topk_longest(sg, finds, here, SELECTED, n, each), cut, earlier,
               (__global key_cell *)values + here.row * taken, positions + here.row * taken);
}
