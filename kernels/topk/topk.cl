/* topk: the k largest or smallest keys of each row, in the order of their positions.
 * SPDX-License-Identifier: MIT
 *
 *   x[rows][n]  ->  values[rows][taken], positions[rows][taken]; taken is min(k, n)
 *
 *   topk_loop   a work-item per row: a radix select, four bits at a time
 *   topk_rank   a sub-group per row, of at most SG_WIDTH keys: every lane counts the keys before its own
 */
#include "topk/topk.h"

#define LOOP_BITS 4

/* The first loop finds the cut, the second one writes. */
__kernel void topk_loop(__global const T *x, __global T *values, __global uint *positions, uint rows, uint n, uint taken) {
    const size_t row = get_global_id(0);
    if (row >= rows) return;
    __global const key_cell *const keys = (__global const key_cell *)x + row * n;
    __global key_cell *const to = (__global key_cell *)values + row * taken;
    __global uint *const places = positions + row * taken;
    key_word cut = 0, known = 0;
    uint need = taken, at = 0;
    for (int shift = KEY_BITS - LOOP_BITS; shift >= 0; shift -= LOOP_BITS) {
        uint count[1 << LOOP_BITS], digit = (1 << LOOP_BITS) - 1;
        for (uint d = 0; d < 1 << LOOP_BITS; ++d) count[d] = 0;
        for (uint i = 0; i < n; ++i) {
            const key_word number = topk_number(keys[i]);
            if ((number & known) == cut) ++count[number >> shift & digit];
        }
        for (; count[digit] < need; --digit) need -= count[digit];
        cut |= (key_word)digit << shift;
        known |= ((key_word)(1 << LOOP_BITS) - 1) << shift;
    }
    for (uint i = 0; i < n; ++i) {
        const key_word number = topk_number(keys[i]);
        if (number < cut || (number == cut && need == 0)) continue;
        need -= number == cut;
        to[at] = keys[i];
        places[at++] = i;
    }
}

/* A lane's key is selected if fewer than `taken` keys come before it: larger ones, or equal ones of lower lanes. */
SG_KERNEL void topk_rank(__global const T *x, __global T *values, __global uint *positions, uint rows, uint n,
                         uint taken SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t row = get_group_id(0) * (size_t)sg_count(sg) + sg_id(sg);
    const uint lane = sg_lane(sg);
    const int there = row < rows && lane < n;
    const key_word key = there ? ((__global const key_cell *)x)[row * n + lane] : 0, number = topk_number(key);
    uint before = 0;
    for (uint j = 0; j < n; ++j) {
        const key_word other = sg_broadcast(sg, number, j);
        before += other > number || (other == number && j < lane);
    }
    const int selected = there && before < taken;
    const sg_mask mask = sg_ballot(sg, selected);
    const uint place = sg_mask_count_below(mask, lane);
    SG_SHOW(sg, "key", key);
    SG_SHOW(sg, "before", before);
    SG_SHOW_MASK(sg, "selected", mask);
    SG_SHOW(sg, "place", place);
    if (selected) {
        ((__global key_cell *)values)[row * taken + place] = (key_cell)key;
        positions[row * taken + place] = lane;
    }
}
