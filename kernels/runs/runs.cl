/* runs: run-length encoding.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  values[n], starts[n], lengths[n], of which count[1] are written
 *
 *   runs_loop    one work-item
 *   runs_count   offsets[tiles]: the heads of each tile
 *   runs_write   after their prefix sums: values, starts, and all lengths but the last of each tile
 *   runs_ends    the last length of each tile, a work-item per tile
 */
#include "runs/heads.h"

__kernel void runs_loop(__global const T *x, __global T *values, __global uint *starts, __global uint *lengths,
                        __global uint *count, uint n) {
    __global const heads_cell *const from = (__global const heads_cell *)x;
    uint made = 0;
    for (uint i = 0; i < n; ++i) {
        if (!heads_is(from, i)) continue;
        if (made > 0) lengths[made - 1] = i - starts[made - 1];
        ((__global heads_cell *)values)[made] = from[i];
        starts[made++] = i;
    }
    if (made > 0) lengths[made - 1] = n - starts[made - 1];
    *count = made;
}

SG_KERNEL void runs_count(__global const T *x, __global uint *offsets, uint n, __local uint *parts,
                          __local uint *staged SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = (uint)get_group_id(0);
    const heads_part part = heads_stage(sg, (__global const heads_cell *)x, n, tile, parts, staged);
    if (get_local_id(0) == 0) offsets[tile] = part.total;
}

SG_KERNEL void runs_write(__global const T *x, __global T *values, __global uint *starts, __global uint *lengths,
                          __global const uint *offsets, uint n, __local uint *parts, __local uint *staged SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = (uint)get_group_id(0);
    __global const heads_cell *const from = (__global const heads_cell *)x;
    const heads_part part = heads_stage(sg, from, n, tile, parts, staged);
    heads_write(sg, from, tile, part, staged, offsets[tile], (__global heads_cell *)values, starts, lengths);
}

__kernel void runs_ends(__global const uint *starts, __global uint *lengths, __global const uint *offsets,
                        __global const uint *count, uint n, uint tiles) {
    const size_t tile = get_global_id(0);
    if (tile >= tiles) return;
    const uint all = count[0], end = tile + 1 < tiles ? offsets[tile + 1] : all;
    if (end > offsets[tile]) lengths[end - 1] = (end < all ? starts[end] : n) - starts[end - 1];
}
