/* topk: a work-group per row, in one launch.
 * SPDX-License-Identifier: MIT
 *
 *   x[rows][n]  ->  values[rows][taken], positions[rows][taken]
 *
 * Turn by turn the work-group counts the next digit of the candidates in local memory and picks the digit of the cut.
 * Then each sub-group counts the selected keys in its share of the row, and writes them after earlier sub-groups' keys.
 */
#include "topk/steps.h"

SG_KERNEL void topk_group(__global const T *x, __global T *values, __global uint *positions, uint n, uint taken,
                          __local uint *counts, __local ulong *tallies SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t row = get_group_id(0);
    const uint each = ((n - 1) / (sg_count(sg) * TOPK_ROW) + 1) * TOPK_ROW, first = sg_id(sg) * each;
    topk_share share = {(__global const key_cell *)x + row * n, 0, 0, n, row * n % KEY_RUN == 0};
    topk_cut cut = topk_all(n, taken);
    for (uint turn = 0; turn < TOPK_TURNS; ++turn) {
        topk_clear(counts);
        sg_group_barrier_local(sg);
        topk_count_runs(share, cut, turn, sg_id(sg) * SG_WIDTH + sg_lane(sg), SG_GROUP_SIZE, counts);
        cut = topk_pick(sg, cut, turn, counts);
    }
    share.first = min(first, n);
    share.keys += share.first;
    share.count = min(each, n - share.first);
    const topk_tally own = topk_tally_lane(sg, share, cut.from);
    const uint above = sg_reduce_add(sg, own.above), equal = sg_reduce_add(sg, own.equal);
    if (sg_lane(sg) == 0) tallies[sg_id(sg)] = (ulong)above << 32 | equal;
    sg_group_barrier_local(sg);
    ulong earlier = 0;
    SG_UNROLL_PARTS
    for (uint s = 0; s < sg_count(sg); ++s) earlier += s < sg_id(sg) ? tallies[s] : 0;
    const topk_tally before = {(uint)(earlier >> 32), (uint)earlier};
    topk_write(sg, share, min(each, n), cut, before, (__global key_cell *)values + row * taken, positions + row * taken);
}
