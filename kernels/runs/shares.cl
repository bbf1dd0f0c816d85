/* runs: by shares, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   runs_shares_count   counts[shares]: the heads of each share
 *   runs_shares_write   values[n], starts[n], count[1], offsets[shares], and all lengths but the last of each share
 *
 * A work-item has a share of `each` consecutive elements and is a work-group: one core's work.
 */
#include "runs/heads.h"

__kernel void runs_shares_count(__global const T *x, __global uint *counts, uint n, uint each) {
    __global const heads_cell *const from = (__global const heads_cell *)x;
    const size_t begin = min(get_global_id(0) * (size_t)each, (size_t)n), end = min(begin + each, (size_t)n);
    uint heads = begin < end && heads_is(from, begin);
    for (size_t i = begin + 1; i < end; ++i) heads += from[i] != from[i - 1];
    counts[get_global_id(0)] = heads;
}

__kernel void runs_shares_write(__global const T *x, __global T *values, __global uint *starts, __global uint *lengths,
                                __global uint *count, __global uint *offsets, __global const uint *counts, uint n,
                                uint each) {
    __global const heads_cell *const from = (__global const heads_cell *)x;
    const size_t share = get_global_id(0), begin = min(share * each, (size_t)n), end = min(begin + each, (size_t)n);
    uint at = 0;
    for (size_t s = 0; s < share; ++s) at += counts[s];
    const uint first = at;
    for (size_t i = begin; i < end; ++i) {
        if (!heads_is(from, i)) continue;
        if (at > first) lengths[at - 1] = (uint)i - starts[at - 1];
        ((__global heads_cell *)values)[at] = from[i];
        starts[at++] = (uint)i;
    }
    offsets[share] = first;
    if (share + 1 == get_global_size(0)) *count = at;
}
