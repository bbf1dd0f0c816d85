/* expand: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of expand.cl and search.cl. No kernel writes outside its arrays.
 */
#include "expand/search.h"

/* The sub-group's places begin at `base`, a lane's `below` behind it. */
static inline void write_places(__global T *restrict out, T v, uint first, uint own, uint capacity) {
    for (uint j = 0; j < own && first + j < capacity; ++j) out[first + j] = v;
}

/* The last lane takes what stands below it, and forgets its own: they are written over by the next sub-group. */
SG_KERNEL void expand_last_forgotten(__global const T *restrict x, __global const uint *restrict repeat,
                                     __global T *restrict out, __global uint *restrict count, uint n,
                                     uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint own = i < n ? repeat[i] : 0, below = sg_scan_exclusive_add(sg, own);
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u) base = atomic_add(count, below);
    base = sg_broadcast(sg, base, SG_WIDTH - 1u);
    if (own > 0) write_places(out, x[i], base + below, own, capacity);
}

/* An inclusive sum in place of an exclusive one: each run begins where it should end. */
SG_KERNEL void expand_inclusive(__global const T *restrict x, __global const uint *restrict repeat,
                                __global T *restrict out, __global uint *restrict count, uint n,
                                uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint own = i < n ? repeat[i] : 0, upto = sg_scan_inclusive_add(sg, own);
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u) base = atomic_add(count, upto);
    base = sg_broadcast(sg, base, SG_WIDTH - 1u);
    if (own > 0) write_places(out, x[i], base + upto, own, capacity);
}

/* Elements that do not fit are not counted either. Shown by a capacity below the count. */
SG_KERNEL void expand_cut_count(__global const T *restrict x, __global const uint *restrict repeat,
                                __global T *restrict out, __global uint *restrict count, uint n,
                                uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint own = i < n ? repeat[i] : 0, below = sg_scan_exclusive_add(sg, own);
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u) base = atomic_add(count, below + own);
    base = sg_broadcast(sg, base, SG_WIDTH - 1u);
    if (own > 0) write_places(out, x[i], base + below, own, capacity);
    if (own > 0) atomic_min(count, capacity);
}

/* At least one output each: who has none is written once, over the next one's first place. */
SG_KERNEL void expand_at_least_one(__global const T *restrict x, __global const uint *restrict repeat,
                                   __global T *restrict out, __global uint *restrict count, uint n,
                                   uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint own = i < n ? max(repeat[i], 1u) : 0, below = sg_scan_exclusive_add(sg, own);
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u) base = atomic_add(count, below + own);
    base = sg_broadcast(sg, base, SG_WIDTH - 1u);
    if (own > 0) write_places(out, x[i], base + below, own, capacity);
}

/* Bisection stops at the first run that ends at the place, not behind it: the first place of each run gets the element before. */
SG_KERNEL void expand_at_end(__global const T *restrict x, __global const uint *restrict repeat, __global T *restrict out,
                             __global const uint *restrict offsets, uint n, uint capacity, __local uint *totals,
                             __local uint *ends, __local T *values SG_PARAMS) {
    SG_BEGIN(sg);
    const uint made = search_ends(sg, x, repeat, n, totals, ends, values);
    search_write(sg, out, offsets[get_group_id(0)], made, capacity, ends, values, 1u);
}
