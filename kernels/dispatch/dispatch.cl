/* dispatch: a producer emits items, and a consumer is launched for as many as there are. SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  out[count], count[1], groups[1]
 *
 * Element v emits v % each + 1 items if it is below the threshold, else none; item j of it is v + j, and out has what
 * dispatch_work makes of each. `groups` is how many work-groups of TILE items the consumer needs: count / TILE, rounded
 * up. Requires: n * each below 2^32; count and groups begin with 0.
 *
 * The producer is the same for all strategies. They differ in how the consumer is launched, since OpenCL has no launch
 * whose size the device decides:
 *
 *   consume     the host has read `groups`, and launches so many work-groups
 *   maximal     as many as the producer could ever need; those that are too many leave
 *   persistent  as many as run at the same time; each takes tile after tile
 */
#include "dispatch/dispatch.h"

/* The serial program: one work-item does everything. */
__kernel void dispatch_serial(__global const uint *restrict x, __global uint *restrict out, __global uint *restrict count,
                              __global uint *restrict groups, uint n, uint each, ulong threshold, uint work) {
    uint made = 0;
    for (uint i = 0; i < n; ++i)
        for (uint j = 0; j < dispatch_emits(x[i], each, threshold); ++j) out[made++] = dispatch_work(x[i] + j, work);
    *count = made;
    *groups = dispatch_tiles(made);
}

/* The producer: a prefix sum tells each lane its places, one lane takes them for all. */
SG_KERNEL void dispatch_produce(__global const uint *restrict x, __global uint *restrict items,
                                __global uint *restrict count, __global uint *restrict groups, uint n, uint each,
                                ulong threshold SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint v = i < n ? x[i] : 0u;
    const uint own = i < n ? dispatch_emits(v, each, threshold) : 0u;
    const uint below = sg_scan_exclusive_add(sg, own);
    const uint base = dispatch_take(sg, below + own, count, groups); /* the last lane's sum is that of all */
    SG_SHOW(sg, "emits", own);
    SG_SHOW(sg, "below", below);
    SG_SHOW(sg, "place", base + below);
    for (uint j = 0; j < own; ++j) items[base + below + j] = v + j;
}

/* Launched with as many work-groups as there are tiles. */
__kernel void dispatch_consume(__global const uint *restrict items, __global uint *restrict out,
                               __global const uint *restrict count, __global const uint *restrict groups,
                               __global uint *measures, uint work) {
    dispatch_tell(measures, *groups);
    dispatch_tile(items, out, *count, (uint)get_group_id(0), work);
}

/* Launched with as many as there could be: the first thing that a work-group does is to look whether it is needed. */
__kernel void dispatch_maximal(__global const uint *restrict items, __global uint *restrict out,
                               __global const uint *restrict count, __global const uint *restrict groups,
                               __global uint *measures, uint work) {
    dispatch_tell(measures, *groups);
    if (get_group_id(0) >= *groups) return;
    dispatch_tile(items, out, *count, (uint)get_group_id(0), work);
}

/* Launched with as many as the device runs at a time: each takes every get_num_groups(0)-th tile, until there are no more. */
__kernel void dispatch_persistent(__global const uint *restrict items, __global uint *restrict out,
                                  __global const uint *restrict count, __global const uint *restrict groups,
                                  __global uint *measures, uint work) {
    const uint needed = *groups, total = *count;
    dispatch_tell(measures, needed);
    for (uint tile = (uint)get_group_id(0); tile < needed; tile += (uint)get_num_groups(0))
        dispatch_tile(items, out, total, tile, work);
}
