/* elect: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of elect_elected; no kernel writes outside its arrays.
 */
#include "elect/elect.h"

/* An active lane's element goes where it is told, if that is in the array. */
static inline void put(__global uint *restrict out, uint place, uint v, uint f, uint rows, uint n) {
    if (v != 0 && place < rows * n) out[place] = v ^ f;
}

/* The first active lane does the work, and what it has is read from lane 0. */
SG_KERNEL void elect_wrong_lane(__global const uint *restrict key, __global const uint *restrict x,
                                __global uint *restrict out, __global uint *restrict count, uint rows, uint n,
                                uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint piece = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);
    const sg_mask active = sg_ballot(sg, e.x != 0);
    uint base = 0, f = 0;
    if (sg_lane(sg) == sg_mask_lowest(active)) {
        base = atomic_add(count, sg_mask_count(active));
        f = elect_function(key, e.row, rows, rounds);
    }
    base = sg_broadcast(sg, base, 0u);
    f = sg_broadcast(sg, f, 0u);
    put(out, base + sg_mask_count_below(active, sg_lane(sg)), e.x, f, rows, n);
}

/* Places are taken for all lanes, active or not: there are holes between the elements. */
SG_KERNEL void elect_holes(__global const uint *restrict key, __global const uint *restrict x, __global uint *restrict out,
                           __global uint *restrict count, uint rows, uint n, uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint piece = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);
    const sg_mask active = sg_ballot(sg, e.x != 0);
    const uint first = sg_mask_lowest(active);
    uint base = 0;
    if (sg_lane(sg) == first) base = atomic_add(count, (uint)SG_WIDTH);
    base = sg_broadcast(sg, base, first % SG_WIDTH);
    put(out, base + sg_lane(sg), e.x, elect_function(key, e.row, rows, rounds), rows, n);
}

/* All lanes write to the first place. */
SG_KERNEL void elect_same_place(__global const uint *restrict key, __global const uint *restrict x,
                                __global uint *restrict out, __global uint *restrict count, uint rows, uint n,
                                uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint piece = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);
    const sg_mask active = sg_ballot(sg, e.x != 0);
    const uint first = sg_mask_lowest(active);
    uint base = 0;
    if (sg_lane(sg) == first) base = atomic_add(count, sg_mask_count(active));
    base = sg_broadcast(sg, base, first % SG_WIDTH);
    put(out, base, e.x, elect_function(key, e.row, rows, rounds), rows, n);
}

/* Nobody is elected: each active lane takes places for all of them. */
SG_KERNEL void elect_not_elected(__global const uint *restrict key, __global const uint *restrict x,
                                 __global uint *restrict out, __global uint *restrict count, uint rows, uint n,
                                 uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const uint piece = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const elect_element e = elect_load(x, piece, SG_WIDTH, sg_lane(sg), rows, n);
    const sg_mask active = sg_ballot(sg, e.x != 0);
    uint base = 0;
    if (e.x != 0) base = atomic_add(count, sg_mask_count(active));
    base = sg_broadcast(sg, base, sg_mask_lowest(active) % SG_WIDTH);
    const uint f = elect_function(key, e.row, rows, rounds);
    put(out, base + sg_mask_count_below(active, sg_lane(sg)), e.x, f, rows, n);
}

/* Sub-groups go through the elements without a look at the rows. One of them may begin in a row and end in the next, and
 * the function of the first is taken for both. */
SG_KERNEL void elect_across_rows(__global const uint *restrict key, __global const uint *restrict x,
                                 __global uint *restrict out, __global uint *restrict count, uint rows, uint n,
                                 uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t i = get_global_id(0);
    const uint v = i < (size_t)rows * n ? x[i] : 0u;
    const sg_mask active = sg_ballot(sg, v != 0);
    const uint first = sg_mask_lowest(active);
    uint base = 0, f = 0;
    if (sg_lane(sg) == first) {
        base = atomic_add(count, sg_mask_count(active));
        f = elect_function(key, (uint)i / n, rows, rounds);
    }
    base = sg_broadcast(sg, base, first % SG_WIDTH);
    f = sg_broadcast(sg, f, first % SG_WIDTH);
    put(out, base + sg_mask_count_below(active, sg_lane(sg)), v, f, rows, n);
}

/* Two turns are taken with one atomic, and the second begins where the first one does. */
SG_KERNEL void elect_each_turn(__global const uint *restrict key, __global const uint *restrict x,
                               __global uint *restrict out, __global uint *restrict count, uint rows, uint n,
                               uint rounds SG_PARAMS) {
    SG_BEGIN(sg);
    const size_t end = (size_t)rows * n, start = ((size_t)get_group_id(0) * sg_count(sg) + sg_id(sg)) * SG_WIDTH * n;
    for (uint turn = 0; turn < n; turn += 2u) {
        const size_t at = start + (size_t)turn * SG_WIDTH + sg_lane(sg), next = at + SG_WIDTH;
        const uint v = at < end ? x[at] : 0u, w = turn + 1u < n && next < end ? x[next] : 0u;
        const sg_mask of_v = sg_ballot(sg, v != 0), of_w = sg_ballot(sg, w != 0);
        const uint all = sg_mask_count(of_v) + sg_mask_count(of_w);
        uint base = 0;
        if (sg_lane(sg) == 0 && all > 0) base = atomic_add(count, all);
        base = sg_broadcast(sg, base, 0u);
        put(out, base + sg_mask_count_below(of_v, sg_lane(sg)), v, elect_function(key, (uint)(at / n), rows, rounds), rows, n);
        put(out, base + sg_mask_count_below(of_w, sg_lane(sg)), w, elect_function(key, (uint)(next / n), rows, rounds), rows, n);
    }
}
