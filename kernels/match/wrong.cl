/* match: a planted wrong kernel; others are edits in match.c. Parameters as in match.cl.
 * SPDX-License-Identifier: MIT
 */
#include "match/match.h"

/* Compares only neighbours: correct for sorted values. */
SG_KERNEL void match_neighbours(__global const T *restrict x, __global uchar *restrict leader,
                                __global uchar *restrict count, __global uchar *restrict rank, uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = match_place(sg, 0);
    const match_word key = match_key(x, i, n);
    const match_word before = sg_shuffle_up(sg, key, 1u);
    const sg_mask present = sg_ballot(sg, i < n);
    const sg_mask heads = sg_ballot(sg, sg_lane(sg) == 0 || before != key);
    const uint first = sg_mask_highest(sg_mask_and(heads, sg_mask_to(sg_lane(sg))));
    const sg_mask above = sg_mask_andnot(heads, sg_mask_to(sg_lane(sg)));
    const sg_mask below_end = sg_mask_below(sg_mask_lowest(above));
    const sg_mask same = sg_mask_andnot(sg_mask_and(below_end, present), sg_mask_below(first));
    match_store(sg, same, i, n, leader, count, rank);
}
