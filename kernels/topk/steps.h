/* topk: steps of a work-group's radix select. Work-group-uniform flow. SPDX-License-Identifier: MIT */
#ifndef TOPK_STEPS_H_INCLUDED
#define TOPK_STEPS_H_INCLUDED

#define SG_GROUPS 1
#include "topk/topk.h"

#define TOPK_ROW (SG_WIDTH * KEY_RUN) /* keys that a sub-group loads together */

/* Loops over a row's vectors are unrolled if registers suffice: not on a CPU, and not with emulated
   sub-groups, whose code is large. */
#if SG_BACKEND == SG_LOCAL || ON_CPU
#define TOPK_ROWS 1
#else
#define TOPK_ROWS VECTORS /* vectors of a lane that are in flight together */
#endif

/* The caller must add a barrier. */
TOPK_FN void topk_clear(__local uint *counts) {
    for (uint d = get_local_id(0); d < TOPK_RADIX; d += SG_GROUP_SIZE) counts[d] = 0;
}

/* Counts the next digit of a candidate. Some devices join increments without a result over lanes. */
TOPK_FN void topk_count(topk_cut cut, key_word number, uint shift, int there, __local uint *counts) {
    const key_word offset = number - cut.from;
    if (there && offset <= cut.span) atomic_inc(&counts[offset >> shift]);
}

/* Of every `step`-th run of KEY_RUN keys of a share, from run `begin` on. */
TOPK_FN void topk_count_runs(topk_share share, topk_cut cut, uint turn, uint begin, uint step,
                             __local uint *counts) {
    const uint shift = topk_shift(turn), next = step * KEY_RUN;
    for (uint i = begin * KEY_RUN; i < share.count; i += next * TOPK_ROWS) {
        key_word key[TOPK_ROWS][KEY_RUN];
#pragma unroll
        for (uint r = 0; r < TOPK_ROWS; ++r) topk_load(share, i + r * next, key[r]);
#pragma unroll
        for (uint r = 0; r < TOPK_ROWS; ++r)
#pragma unroll
            for (uint c = 0; c < KEY_RUN; ++c) {
                const int there = i + r * next + c < share.count;
                topk_count(cut, topk_number(key[r][c]), shift, there, counts);
            }
    }
}

/* Finds the digit of the cut from the counts of the candidates' digits, TOPK_RADIX words, after which
 * `counts` has a word per sub-group and three more. Each work-item adds up consecutive digits, the highest
 * first; a scan finds the work-item that has the digit. Begins and ends with a barrier.
 */
TOPK_FN topk_cut topk_pick(sg_t sg, topk_cut cut, uint turn, __local uint *counts) {
    enum { EACH = (TOPK_RADIX + SG_GROUP_SIZE - 1) / SG_GROUP_SIZE };
    __local uint *const parts = counts + TOPK_RADIX, *const said = parts + sg_count(sg);
    const uint first = (sg_id(sg) * SG_WIDTH + sg_lane(sg)) * EACH;
    uint own = 0, all;
    sg_group_barrier_local(sg);
    for (uint d = first; d < min(first + EACH, TOPK_RADIX); ++d) own += counts[TOPK_RADIX - 1 - d];
    uint larger = sg_group_scan_exclusive_total_add(sg, own, parts, &all);
    SG_SHOW(sg, "larger", larger);
    if (larger < cut.need && cut.need - larger <= own) {
        uint digit = TOPK_RADIX - 1 - first;
        for (; counts[digit] < cut.need - larger; --digit) larger += counts[digit];
        said[0] = digit;
        said[1] = larger;
        said[2] = counts[digit];
    }
    sg_group_barrier_local(sg);
    return topk_narrow(cut, turn, said[0], said[1], said[2]);
}

/* Numbers of keys in a share: above the cut, and equal to it. */
typedef struct {
    uint above, equal;
} topk_tally;

TOPK_FN topk_tally topk_tally_lane(sg_t sg, topk_share share, key_word cut) {
    topk_tally tally = {0, 0};
    for (uint i = sg_lane(sg) * KEY_RUN; i < share.count; i += TOPK_ROW) {
        key_word key[KEY_RUN];
        topk_load(share, i, key);
        for (uint c = 0; c < KEY_RUN; ++c) {
            const key_word number = topk_number(key[c]);
            const uint there = i + c < share.count;
            tally.above += there && number > cut;
            tally.equal += there && number == cut;
        }
    }
    return tally;
}

/* The number of keys of lower lanes in the masks of a row's runs. */
TOPK_FN uint topk_below(const sg_mask mask[KEY_RUN], uint lane) {
    uint below = 0;
    for (uint c = 0; c < KEY_RUN; ++c) below += sg_mask_count_below(mask[c], lane);
    return below;
}

TOPK_FN uint topk_total(const sg_mask mask[KEY_RUN]) {
    uint total = 0;
    for (uint c = 0; c < KEY_RUN; ++c) total += sg_mask_count(mask[c]);
    return total;
}

TOPK_FN int topk_none(const sg_mask mask[KEY_RUN]) {
    sg_mask all = mask[0];
    for (uint c = 1; c < KEY_RUN; ++c) all = sg_mask_or(all, mask[c]);
    return sg_mask_none(all);
}

/* Writes the selected keys of a lane's run, which are next to those of lower lanes. */
TOPK_FN void topk_put(topk_share share, uint i, const key_word key[KEY_RUN], topk_cut cut, topk_tally before,
                      __global key_cell *values, __global uint *positions) {
    for (uint c = 0; c < KEY_RUN; ++c) {
        const int there = i + c < share.count;
        const key_word number = topk_number(key[c]);
        const int above = there && number > cut.from, equal = there && number == cut.from;
        const uint place = before.above + min(before.equal, cut.need);
        if (above || (equal && before.equal < cut.need)) {
            values[place] = (key_cell)key[c];
            positions[place] = topk_place(share, i + c);
        }
        before.above += (uint)above;
        before.equal += (uint)equal;
    }
}

/* `before`: the keys of earlier shares. `longest`: the longest share of the work-group, so that its
 * sub-groups loop together.
 */
TOPK_FN void topk_write(sg_t sg, topk_share share, uint longest, topk_cut cut, topk_tally before,
                        __global key_cell *values, __global uint *positions) {
    const uint lane = sg_lane(sg);
    for (uint row = 0; row < longest; row += TOPK_ROW) {
        const uint i = row + lane * KEY_RUN;
        key_word key[KEY_RUN];
        sg_mask above[KEY_RUN], equal[KEY_RUN];
        topk_load(share, i, key);
        for (uint c = 0; c < KEY_RUN; ++c) {
            const int there = i + c < share.count;
            const key_word number = topk_number(key[c]);
            above[c] = sg_ballot(sg, there && number > cut.from);
            equal[c] = sg_ballot(sg, there && number == cut.from);
        }
        if (!topk_none(above) || !topk_none(equal)) {
            const topk_tally lower = {before.above + topk_below(above, lane),
                                      before.equal + topk_below(equal, lane)};
            topk_put(share, i, key, cut, lower, values, positions);
            before.above += topk_total(above);
            before.equal += topk_total(equal);
        }
    }
}

#endif
