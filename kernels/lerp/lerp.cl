/* lerp: interpolation one step after another, c = c (1 - t_i) + x_i t_i for i = 0..n-1, in every row.
 * SPDX-License-Identifier: MIT
 *
 * In closed form c = initial prod(1 - t_j) + sum over i of x_i t_i prod over j > i of (1 - t_j): the weight
 * of an element is a product over the elements AFTER it. Kernels from simple to fast; serial takes a
 * work-item a row, the others a sub-group a row. Results differ by rounding alone. Any t is taken, inside [0,
 * 1] or not.
 *
 *   x[rows][n][CHANNELS]  t[rows][n]  initial[rows][CHANNELS] or null (black)  ->  c[rows][CHANNELS]
 *
 * Requires: n and rows below 2^31; rows at least 1. Costs: (CHANNELS + 1) * 4 bytes an element, read once.
 * A sub-group past the last row computes the last row again and does not store it, so that flow is the same
 * in the whole work-group; lanes past the last element hold t = 0, which leaves c as it is.
 */
#include "sg/sg.h"
#include "common/lerp.h"

/* How `continued` and `deferred` find the product of a whole block (lerp_carry below). */
#define CARRY_PRODUCT 0
#define CARRY_LAST 1
#define CARRY_BALLOT 2
#define CARRY_BALLOT_UNIFORM 3
#define CARRY_FINDMSB 4
#ifndef CARRY
#define CARRY CARRY_LAST
#endif

/* A work-item a row: the definition, as a loop. n steps, and consecutive work-items read n elements apart. */
__kernel void lerp_serial(__global const float *restrict x, __global const float *restrict t,
                          __global const float *restrict initial, __global float *restrict c, uint rows,
                          uint n) {
    const uint row = (uint)get_global_id(0);
    if (row >= rows) return;
    const size_t base = (size_t)row * n;
    lerp_color color = lerp_load_or_black(initial, row);
    for (uint i = 0; i < n; ++i) {
        const float ti = t[base + i];
        color = color * (1.0f - ti) + lerp_load(x, base + i) * ti;
    }
    lerp_store(color, c, row);
}

/* Loads are shared, the loop is not: every lane reads one element of a block, then all lanes walk through the
 * block by reading lane 0, lane 1, ... and all compute the same colour. n steps still. */
SG_KERNEL void lerp_readlane(__global const float *restrict x, __global const float *restrict t,
                             __global const float *restrict initial, __global float *restrict c, uint rows,
                             uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = lerp_load_or_black(initial, row);
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = first + lane;
        const float ti = i < n ? t[base + i] : 0.0f;
        const lerp_color xi = i < n ? lerp_load(x, base + i) : (lerp_color)(0.0f);
        for (uint l = 0; l < SG_WIDTH; ++l) {
            const float tl = sg_broadcast(sg, ti, l);
            const lerp_color xl = sg_broadcast(sg, xi, l);
            color = color * (1.0f - tl) + xl * tl;
        }
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* A block of SG_WIDTH elements at once, blocks from the first to the last. Lanes hold the block's elements in
 * reverse order, so that "all elements after mine" is "all lanes below mine": an exclusive prefix product. */
SG_KERNEL void lerp_prefix(__global const float *restrict x, __global const float *restrict t,
                           __global const float *restrict initial, __global float *restrict c, uint rows,
                           uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = lerp_load_or_black(initial, row);
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = first + (SG_WIDTH - 1u - lane);
        const float ti = i < n ? t[base + i] : 0.0f;
        const lerp_color xi = i < n ? lerp_load(x, base + i) : (lerp_color)(0.0f);
        const float after = sg_scan_exclusive_mul(sg, 1.0f - ti);
        const lerp_color sum = sg_reduce_add(sg, xi * (ti * after));
        const float product = sg_reduce_mul(sg, 1.0f - ti);
        SG_SHOW(sg, "t", ti);
        SG_SHOW(sg, "after", after);
        color = color * product + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* Highest set bit of four words, 32 bits each; 0 for none. */
static inline uint lerp_highest_bit(uint4 w) {
    const uint word = w.w != 0 ? w.w : w.z != 0 ? w.z : w.y != 0 ? w.y : w.x;
    const uint base = w.w != 0 ? 96u : w.z != 0 ? 64u : w.y != 0 ? 32u : 0u;
    return base + 31u - (uint)clz(word | 1u);
}

/* The product of all elements so far, on every lane: `before` is it without this block, `own` the lane's
 * factor in the block, `to_here` the product up to and with the lane's, `holds` whether the lane holds an
 * element. All ways give the same number up to rounding; what they cost differs. */
static inline float lerp_carry(sg_t sg, float before, float own, float to_here, int holds) {
#if CARRY == CARRY_PRODUCT
    return before * sg_reduce_mul(sg, own);
#elif CARRY == CARRY_LAST
    return sg_broadcast(sg, to_here, SG_WIDTH - 1u);
#elif CARRY == CARRY_BALLOT
    /* The four words are the same on all lanes, but the compiler may not know it. */
    const uint4 words = sg_mask_words(sg_ballot(sg, holds));
    return sg_broadcast(sg, to_here, lerp_highest_bit(words));
#elif CARRY == CARRY_BALLOT_UNIFORM
    const uint4 words = sg_mask_words(sg_ballot(sg, holds));
    const uint4 uniform_words = (uint4)(sg_broadcast(sg, words.x, 0u), sg_broadcast(sg, words.y, 0u),
                                        sg_broadcast(sg, words.z, 0u), sg_broadcast(sg, words.w, 0u));
    return sg_broadcast(sg, to_here, lerp_highest_bit(uniform_words));
#else
    return sg_broadcast(sg, to_here, sg_last(sg, holds));
#endif
}

/* Blocks from the LAST to the first: the product of everything after the block is known when its turn comes,
 * and no colour waits for another one. A scan and a sum a block. */
SG_KERNEL void lerp_continued(__global const float *restrict x, __global const float *restrict t,
                              __global const float *restrict initial, __global float *restrict c, uint rows,
                              uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < n; done += SG_WIDTH) {
        const uint j = done + lane; /* counted from the end */
        const size_t i = base + (j < n ? n - 1u - j : 0u);
        const float ti = j < n ? t[i] : 0.0f;
        const lerp_color xi = j < n ? lerp_load(x, i) : (lerp_color)(0.0f);
        const float after = carry * sg_scan_exclusive_mul(sg, 1.0f - ti);
        SG_SHOW(sg, "t", ti);
        SG_SHOW(sg, "after", after);
        color += sg_reduce_add(sg, xi * (ti * after));
        carry = lerp_carry(sg, carry, 1.0f - ti, after * (1.0f - ti), j < n);
    }
    color += lerp_load_or_black(initial, row) * carry;
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* As continued, but every lane adds up its own elements and the lanes' sums are added once, at the end. */
SG_KERNEL void lerp_deferred(__global const float *restrict x, __global const float *restrict t,
                             __global const float *restrict initial, __global float *restrict c, uint rows,
                             uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < n; done += SG_WIDTH) {
        const uint j = done + lane;
        const size_t i = base + (j < n ? n - 1u - j : 0u);
        const float ti = j < n ? t[i] : 0.0f;
        const lerp_color xi = j < n ? lerp_load(x, i) : (lerp_color)(0.0f);
        const float after = carry * sg_scan_exclusive_mul(sg, 1.0f - ti);
        sum += xi * (ti * after);
        carry = lerp_carry(sg, carry, 1.0f - ti, after * (1.0f - ti), j < n);
    }
    const lerp_color color = sg_reduce_add(sg, sum) + lerp_load_or_black(initial, row) * carry;
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* Every lane runs the serial loop over its own contiguous share, which leaves a map c -> c p + v; the maps
 * are then composed in lane order by a tree. No collective in the loop; but lanes read far apart. */
SG_KERNEL void lerp_affine(__global const float *restrict x, __global const float *restrict t,
                           __global const float *restrict initial, __global float *restrict c, uint rows,
                           uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    const uint share = n / SG_WIDTH + (n % SG_WIDTH != 0);
    const uint begin = min(lane * share, n);
    const uint end = min(begin + share, n);
    lerp_map own = lerp_identity();
    for (uint i = begin; i < end; ++i) {
        const float ti = t[base + i];
        const lerp_map step = {lerp_load(x, base + i) * ti, 1.0f - ti};
        own = lerp_then(own, step);
    }
    /* At distance d a lane whose bit d is clear holds the earlier half of the pair. */
    for (uint d = 1; d < SG_WIDTH; d <<= 1) {
        const lerp_map other = {sg_shuffle_xor(sg, own.v, d), sg_shuffle_xor(sg, own.p, d)};
        own = (lane & d) == 0 ? lerp_then(own, other) : lerp_then(other, own);
    }
    const lerp_color color = lerp_apply(own, lerp_load_or_black(initial, row));
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}
