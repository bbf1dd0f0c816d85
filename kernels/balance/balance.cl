/* balance: segments of very different lengths, transformed, without gaps.
 * SPDX-License-Identifier: MIT
 *
 *   x[n], first[segments], length[segments]  ->  out[capacity], place[segments], total[1]
 *
 * Segment s has length[s] elements from x[first[s]] on; out[place[s] + j] = x[first[s] + j] * (2 j + 1) + s. Segments
 * are in any order, each whole; balance_loop and search_all keep their order. The total includes elements that do not
 * fit, which are not computed. Requires: a total below 2^32, and total = 0 before the kernels that reserve positions.
 *
 *   lane        each lane its own segment: all wait for the longest
 *   sub_group   all lanes share one segment after the other
 *   search      all lanes share the elements of all segments: each finds its element's segment
 *   search_all  search over the whole device, positions known before
 */
#include "balance/balance.h"

__kernel void balance_loop(__global const uint *restrict x, __global const uint *restrict first,
                           __global const uint *restrict length, __global uint *restrict out,
                           __global uint *restrict place, __global uint *restrict total, uint n, uint segments,
                           uint capacity) {
    uint made = 0;
    for (uint s = 0; s < segments; ++s) {
        place[s] = made;
        const uint fitting = balance_fitting(made, length[s], capacity);
        for (uint j = 0; j < fitting; ++j) out[made + j] = balance_value(x, n, first[s], j, s);
        made += length[s];
    }
    *total = made;
}

/* A prefix sum gives a lane its segment's position. */
SG_KERNEL void balance_lane(__global const uint *restrict x, __global const uint *restrict first,
                            __global const uint *restrict length, __global uint *restrict out,
                            __global uint *restrict place, __global uint *restrict total, __global uint *measures, uint n,
                            uint segments, uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t s = get_global_id(0);
    const uint own = s < segments ? length[s] : 0u, from = s < segments ? first[s] : 0u;
    const uint below = sg_scan_exclusive_add(sg, own);
    const uint to = balance_take(sg, below + own, total) + below;
    SG_SHOW(sg, "length", own);
    SG_SHOW(sg, "place", to);
    if (s < segments) place[s] = to;
    const uint fitting = balance_fitting(to, own, capacity);
    for (uint j = 0; j < fitting; ++j) out[to + j] = balance_value(x, n, from, j, (uint)s);
    balance_tell(measures, fitting);
}

/* The last round of a segment has idle lanes. */
SG_KERNEL void balance_sub_group(__global const uint *restrict x, __global const uint *restrict first,
                                 __global const uint *restrict length, __global uint *restrict out,
                                 __global uint *restrict place, __global uint *restrict total, __global uint *measures,
                                 uint n, uint segments, uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t s = get_global_id(0);
    const uint own = s < segments ? length[s] : 0u, from = s < segments ? first[s] : 0u;
    const uint below = sg_scan_exclusive_add(sg, own);
    const uint to = balance_take(sg, below + own, total) + below;
    const uint fitting = balance_fitting(to, own, capacity);
    uint steps = 0;
    if (s < segments) place[s] = to;
    for (uint owner = 0; owner < SG_WIDTH; ++owner) {
        const uint count = sg_broadcast(sg, fitting, owner), source = sg_broadcast(sg, from, owner),
                   start = sg_broadcast(sg, to, owner), segment = (uint)s - sg_lane(sg) + owner;
        SG_SHOW(sg, "elements", count);
        for (size_t j = sg_lane(sg); j < count; j += SG_WIDTH) {
            out[start + j] = balance_value(x, n, source, (uint)j, segment);
            ++steps;
        }
    }
    SG_SHOW(sg, "steps", steps);
    balance_tell(measures, steps);
}

/* Elements are numbered through all segments; each lane has every W-th. The segment of element e belongs to the first
 * lane whose inclusive prefix sum `upto` is above e: a bisection over the lanes. */
SG_KERNEL void balance_search(__global const uint *restrict x, __global const uint *restrict first,
                              __global const uint *restrict length, __global uint *restrict out,
                              __global uint *restrict place, __global uint *restrict total, __global uint *measures,
                              uint n, uint segments, uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t s = get_global_id(0);
    const uint own = s < segments ? length[s] : 0u, from = s < segments ? first[s] : 0u;
    const uint below = sg_scan_exclusive_add(sg, own), upto = below + own;
    const uint base = balance_take(sg, upto, total), all = sg_broadcast(sg, upto, SG_WIDTH - 1u);
    const uint fitting = sg_broadcast(sg, balance_fitting(base, all, capacity), 0u); /* equal on every lane */
    SG_SHOW(sg, "length", own);
    SG_SHOW(sg, "below", below);
    if (s < segments) place[s] = base + below;
    for (size_t t = 0; t < fitting; t += SG_WIDTH) {
        const uint e = (uint)t + sg_lane(sg);
        uint owner = 0;
        for (uint step = SG_WIDTH / 2u; step > 0; step /= 2u) {
            const uint end = sg_shuffle(sg, upto, owner + step - 1u);
            owner += end <= e ? step : 0u;
        }
        const uint source = sg_shuffle(sg, from, owner), j = e - sg_shuffle(sg, below, owner);
        SG_SHOW(sg, "owner", owner);
        SG_SHOW(sg, "its element", j);
        if (t + sg_lane(sg) < fitting)
            out[base + e] = balance_value(x, n, source, j, (uint)s - sg_lane(sg) + owner);
    }
    balance_tell(measures, fitting / SG_WIDTH + (fitting % SG_WIDTH != 0u));
}

/* common/offsets.cl has summed the lengths of earlier work-groups. */
SG_KERNEL void balance_place(__global const uint *restrict length, __global uint *restrict place,
                             __global const uint *restrict offsets, uint segments, __local uint *totals SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t s = get_global_id(0);
    const uint own = s < segments ? length[s] : 0u;
    const uint below = sg_scan_exclusive_add(sg, own);
    if (sg_lane(sg) == SG_WIDTH - 1u) totals[sg_id(sg)] = below + own;
    sg_group_barrier_local(sg);
    uint to = offsets[get_group_id(0)] + below;
    for (uint g = 0; g < sg_id(sg); ++g) to += totals[g];
    SG_SHOW(sg, "length", own);
    SG_SHOW(sg, "below", below);
    SG_SHOW(sg, "place", to);
    if (s < segments) place[s] = to;
}

/* An element's segment is the last that begins at or before it; an empty segment begins where the next does. */
__kernel void balance_spread(__global const uint *restrict x, __global const uint *restrict first,
                             __global uint *restrict out, __global const uint *restrict place,
                             __global const uint *restrict total, __global uint *measures, uint n, uint segments,
                             uint capacity) {
    const size_t used = min(*total, capacity);
    uint steps = 0;
    for (size_t e = get_global_id(0); e < used; e += get_global_size(0)) {
        uint s = 0, after = segments; /* place[s] <= e, and e < place[after] if after < segments */
        while (after - s > 1u) {
            const uint middle = s + (after - s) / 2u;
            if (place[middle] <= e) {
                s = middle;
            } else {
                after = middle;
            }
        }
        out[e] = balance_value(x, n, first[s], (uint)e - place[s], s);
        ++steps;
    }
    balance_tell(measures, steps);
}
