/* dispatch: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of dispatch.cl. No kernel writes outside its arrays.
 */
#include "dispatch/dispatch.h"

/* The producers share all but how they count work-groups for k items at base. */
#define PRODUCE(more)                                                                                                     \
    SG_BEGIN(sg);                                                                                                         \
    const size_t i = get_global_id(0);                                                                                    \
    const uint v = i < n ? x[i] : 0u, own = i < n ? dispatch_emits(v, each, threshold) : 0u;                              \
    const uint below = sg_scan_exclusive_add(sg, own), k = below + own;                                                   \
    uint base = 0;                                                                                                        \
    if (sg_lane(sg) == SG_WIDTH - 1u) {                                                                                   \
        base = atomic_add(count, k);                                                                                      \
        atomic_add(groups, (more));                                                                                       \
    }                                                                                                                     \
    base = sg_broadcast(sg, base, SG_WIDTH - 1u);                                                                         \
    for (uint j = 0; j < own; ++j) items[base + below + j] = v + j

/* The published form begins with one work-group and adds the full tiles: floor(total / T) + 1, one too many where the
 * items fill their work-groups exactly, and where there is no item at all. */
__kernel void dispatch_one(__global uint *restrict groups) {
    *groups = 1u;
}
SG_KERNEL void dispatch_published(__global const uint *restrict x, __global uint *restrict items,
                                  __global uint *restrict count, __global uint *restrict groups, uint n, uint each,
                                  ulong threshold SG_PARAMS) {
    PRODUCE((base + k) / TILE - base / TILE);
}

/* The same without the one to begin with: the last work-group, which is not full, is never launched. */
SG_KERNEL void dispatch_full_only(__global const uint *restrict x, __global uint *restrict items,
                                  __global uint *restrict count, __global uint *restrict groups, uint n, uint each,
                                  ulong threshold SG_PARAMS) {
    PRODUCE((base + k) / TILE - base / TILE);
}

/* Each sub-group rounds its own number up, as if no two shared a work-group. */
SG_KERNEL void dispatch_own_tiles(__global const uint *restrict x, __global uint *restrict items,
                                  __global uint *restrict count, __global uint *restrict groups, uint n, uint each,
                                  ulong threshold SG_PARAMS) {
    PRODUCE(dispatch_tiles(k));
}

/* Whoever stands at the beginning of a tile counts it, also who has no item to put there. */
SG_KERNEL void dispatch_empty_adds(__global const uint *restrict x, __global uint *restrict items,
                                   __global uint *restrict count, __global uint *restrict groups, uint n, uint each,
                                   ulong threshold SG_PARAMS) {
    PRODUCE((base + max(k, 1u) - 1u) / TILE - base / TILE + (base % TILE == 0u));
}

/* The difference the wrong way round: the count falls below 0, and a host that trusts it launches 2^32 work-groups. */
SG_KERNEL void dispatch_negative(__global const uint *restrict x, __global uint *restrict items,
                                 __global uint *restrict count, __global uint *restrict groups, uint n, uint each,
                                 ulong threshold SG_PARAMS) {
    PRODUCE(dispatch_tiles(base) - dispatch_tiles(base + k));
}

/* The consumer takes whole tiles, and so what stands behind the last item. `room` keeps it inside of the arrays. */
__kernel void dispatch_whole_tiles(__global const uint *restrict items, __global uint *restrict out, uint room, uint work) {
    for (size_t j = get_local_id(0); j < TILE; j += SG_GROUP_SIZE) {
        const size_t i = get_group_id(0) * TILE + j;
        if (i < room) out[i] = dispatch_work(items[i], work);
    }
}

/* A persistent loop that is none: each work-group takes one tile and leaves. */
__kernel void dispatch_once(__global const uint *restrict items, __global uint *restrict out,
                            __global const uint *restrict count, __global const uint *restrict groups, uint work) {
    if (get_group_id(0) < *groups) dispatch_tile(items, out, *count, (uint)get_group_id(0), work);
}
