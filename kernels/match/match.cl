/* match: finds the lanes of the sub-group that hold the same value.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  leader[n], count[n], rank[n]
 *
 * Two lanes match if the lowest BITS bits of their values are equal (BITS 0: all bits). Each lane stores the lowest
 * lane of its set of matching lanes, the set's size, and how many of its lanes are below this one. Work-group-uniform
 * flow; only sub-group-uniform in the waterfall.
 */
#include "match/match.h"

SG_KERNEL void match_loop(__global const T *restrict x, __global uchar *restrict leader,
                          __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg, 0), first = i - sg_lane(sg);
    const match_word key = match_key(x, i, n);
    sg_mask same = sg_mask_empty();
    for (uint lane = 0; lane < SG_WIDTH; ++lane)
        if (first + lane < n && match_key(x, first + lane, n) == key) same = sg_mask_or(same, sg_mask_lane(lane));
    SG_SHOW(sg, "key", key);
    SG_SHOW_MASK(sg, "same", same);
    match_store(sg, same, i, n, leader, count, rank);
}

SG_KERNEL void match_shuffle(__global const T *restrict x, __global uchar *restrict leader,
                             __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg, 0);
    const match_word key = match_key(x, i, n);
    sg_mask same = sg_mask_empty();
    for (uint lane = 0; lane < SG_WIDTH; ++lane) {
        const match_word other = sg_broadcast(sg, key, lane);
        if (other == key) same = sg_mask_or(same, sg_mask_lane(lane));
    }
    same = sg_mask_and(same, sg_ballot(sg, i < n));
    SG_SHOW(sg, "key", key);
    SG_SHOW_MASK(sg, "same", same);
    match_store(sg, same, i, n, leader, count, rank);
}

/* KEY_BITS ballots: lanes with another bit than this lane's leave its set. */
SG_KERNEL void match_ballot(__global const T *restrict x, __global uchar *restrict leader,
                            __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg, 0);
    const match_word key = match_key(x, i, n);
    sg_mask same = sg_ballot(sg, i < n);
    SG_SHOW(sg, "key", key);
    same = match_by_ballots(sg, (uint)key, same, KEY_BITS < 32 ? KEY_BITS : 32);
#if KEY_BITS > 32
    same = match_by_ballots(sg, (uint)(key >> 32), same, KEY_BITS - 32);
#endif
    match_store(sg, same, i, n, leader, count, rank);
}

/* The first remaining lane broadcasts its value; all lanes that hold it leave. One round per distinct value. `left` is
 * equal on every lane, so all lanes leave the loop together. */
SG_KERNEL void match_waterfall(__global const T *restrict x, __global uchar *restrict leader,
                               __global uchar *restrict count, __global uchar *restrict rank, __global uint *measures,
                               uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg, 0);
    const match_word key = match_key(x, i, n);
    sg_mask same = sg_mask_empty(), left = sg_ballot(sg, i < n);
    uint turns = 0;
    SG_SHOW(sg, "key", key);
    while (!sg_mask_none(left)) {
        const match_word value = sg_broadcast(sg, key, sg_mask_lowest(left));
        const int mine = i < n && key == value;
        const sg_mask holders = sg_ballot(sg, mine);
        if (mine) same = holders;
        left = sg_mask_andnot(left, holders);
        ++turns;
        SG_SHOW(sg, "turn of", value);
        SG_SHOW_MASK(sg, "holders", holders);
        SG_SHOW_MASK(sg, "left", left);
    }
#if MEASURES
    if (sg_lane(sg) == 0) {
        atomic_add((volatile __global uint *)measures + MEASURE_ITERATIONS, turns);
        atomic_max((volatile __global uint *)measures + MEASURE_LONGEST, turns);
    }
#endif
    match_store(sg, same, i, n, leader, count, rank);
}

/* sg_match_any: the device's instruction if correct, otherwise ballots or shuffles. ITEMS elements per work-item, all
 * loaded before the first is used. */
SG_KERNEL void match_layer(__global const T *restrict x, __global uchar *restrict leader,
                           __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    match_word key[ITEMS];
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item) key[item] = match_key(x, match_place(sg, item), n);
#pragma unroll
    for (uint item = 0; item < ITEMS; ++item) {
        const size_t i = match_place(sg, item);
        const sg_mask present = sg_ballot(sg, i < n);
        const sg_mask same = sg_mask_and(sg_match_any(sg, key[item]), present);
        SG_SHOW(sg, "key", key[item]);
        SG_SHOW_MASK(sg, "same", same);
        match_store(sg, same, i, n, leader, count, rank);
    }
}
