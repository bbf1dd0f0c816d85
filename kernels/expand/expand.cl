/* expand: repeats each element as often as its number, without gaps.
 * SPDX-License-Identifier: MIT
 *
 *   x[n], repeat[n]  ->  out[capacity], count[1]
 *
 * The count is the sum of all numbers, even if only `capacity` elements fit; those that do not fit cost no time.
 * Requires: that sum and n below 2^32. A work-item has an element. expand_atomic and expand_sub_group add to a count
 * that starts at 0, in unspecified order.
 */
#include "sg/sg.h"

static inline void write_run(__global T *restrict out, T v, uint first, uint length, uint capacity) {
    const uint fitting = first < capacity ? min(length, capacity - first) : 0u;
    for (uint j = 0; j < fitting; ++j) out[first + j] = v;
}

/* The serial program: one work-item, one loop. */
__kernel void expand_loop(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                          __global uint *restrict count, uint n, uint capacity) {
    uint made = 0;
    for (uint i = 0; i < n; ++i) {
        write_run(out, x[i], made, repeat[i], capacity);
        made += repeat[i];
    }
    *count = made;
}

__kernel void expand_atomic(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                            __global uint *restrict count, uint n, uint capacity) {
    const size_t i = get_global_id(0);
    if (i >= n || repeat[i] == 0) return;
    write_run(out, x[i], atomic_add(count, repeat[i]), repeat[i], capacity);
}

/* A prefix sum gives each lane its first position; the last lane reserves all. */
SG_KERNEL void expand_sub_group(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                                __global uint *restrict count, uint n, uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint own = i < n ? repeat[i] : 0;
    const uint below = sg_scan_exclusive_add(sg, own);
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u && below + own > 0) base = atomic_add(count, below + own);
    base = sg_broadcast(sg, base, SG_WIDTH - 1u);
    SG_SHOW(sg, "repeat", own);
    SG_SHOW(sg, "below", below);
    SG_SHOW(sg, "place", base + below);
    if (own > 0) write_run(out, x[i], base + below, own, capacity);
}

/* Keeps the order: common/offsets.cl has computed where each work-group's outputs begin. */
SG_KERNEL void expand_stable(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                             __global const uint *restrict offsets, uint n, uint capacity, __local uint *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint own = i < n ? repeat[i] : 0;
    const uint below = sg_scan_exclusive_add(sg, own);
    if (sg_lane(sg) == SG_WIDTH - 1u) totals[sg_id(sg)] = below + own;
    sg_group_barrier_local(sg);
    uint first = offsets[get_group_id(0)] + below;
    for (uint s = 0; s < sg_id(sg); ++s) first += totals[s];
    SG_SHOW(sg, "repeat", own);
    SG_SHOW(sg, "below", below);
    SG_SHOW(sg, "place", first);
    if (own > 0) write_run(out, x[i], first, own, capacity);
}
