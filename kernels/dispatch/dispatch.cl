/* dispatch: a producer emits items, and a consumer is launched for them.
 * SPDX-License-Identifier: MIT
 *
 *   x[n]  ->  out[count], count[1], groups[1]
 *
 * Element v emits v % each + 1 items if it is below the threshold, otherwise none; item j is v + j, and out holds
 * dispatch_work of each. `groups`: count / TILE, rounded up. Requires: n * each below 2^32; count and groups start at
 * 0.
 *
 * Strategies differ in the consumer's launch, because OpenCL has no launch sized by the device:
 *
 *   consume     the host has read `groups` and launches that many work-groups
 *   maximal     as many as could be needed; the surplus ends at once
 *   persistent  as many as run together; each processes several tiles
 */
#include "dispatch/dispatch.h"

__kernel void dispatch_serial(__global const uint *restrict x, __global uint *restrict out, __global uint *restrict count,
                              __global uint *restrict groups, uint n, uint each, ulong threshold, uint work) {
    uint made = 0;
    for (uint i = 0; i < n; ++i)
        for (uint j = 0; j < dispatch_emits(x[i], each, threshold); ++j) out[made++] = dispatch_work(x[i] + j, work);
    *count = made;
    *groups = dispatch_tiles(made);
}

/* A prefix sum gives each lane its position; one lane reserves all. */
SG_KERNEL void dispatch_produce(__global const uint *restrict x, __global uint *restrict items,
                                __global uint *restrict count, __global uint *restrict groups, uint n, uint each,
                                ulong threshold SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint v = i < n ? x[i] : 0u;
    const uint own = i < n ? dispatch_emits(v, each, threshold) : 0u;
    const uint below = sg_scan_exclusive_add(sg, own);
    const uint base = dispatch_take(sg, below + own, count, groups); /* the last lane's sum is the total */
    SG_SHOW(sg, "emits", own);
    SG_SHOW(sg, "below", below);
    SG_SHOW(sg, "place", base + below);
    for (uint j = 0; j < own; ++j) items[base + below + j] = v + j;
}

__kernel void dispatch_consume(__global const uint *restrict items, __global uint *restrict out,
                               __global const uint *restrict count, __global const uint *restrict groups,
                               __global uint *measures, uint work) {
    dispatch_tell(measures, *groups);
    dispatch_tile(items, out, *count, (uint)get_group_id(0), work);
}

__kernel void dispatch_maximal(__global const uint *restrict items, __global uint *restrict out,
                               __global const uint *restrict count, __global const uint *restrict groups,
                               __global uint *measures, uint work) {
    dispatch_tell(measures, *groups);
    if (get_group_id(0) >= *groups) return;
    dispatch_tile(items, out, *count, (uint)get_group_id(0), work);
}

__kernel void dispatch_persistent(__global const uint *restrict items, __global uint *restrict out,
                                  __global const uint *restrict count, __global const uint *restrict groups,
                                  __global uint *measures, uint work) {
    const uint needed = *groups, total = *count;
    dispatch_tell(measures, needed);
    for (uint tile = (uint)get_group_id(0); tile < needed; tile += (uint)get_num_groups(0))
        dispatch_tile(items, out, total, tile, work);
}
