/* lerp from the last element to the first: each element's later product is then known.
 * SPDX-License-Identifier: MIT
 *
 * Arrays, requirements and the flow past the last row and element are as in lerp.cl; one sub-group per row. The loops
 * run at least once, even for n = 0, because of defect D6. Costs: per block of SG_WIDTH elements an exclusive product
 * scan, one of the CARRY methods, and in `continued` a sum over the lanes.
 */
#include "sg/sg.h"
#include "common/lerp.h"

#define CARRY_PRODUCT 0
#define CARRY_LAST 1
#define CARRY_BALLOT 2
#define CARRY_BALLOT_UNIFORM 3
#define CARRY_FINDMSB 4
#ifndef CARRY
#define CARRY CARRY_LAST
#endif

#if CARRY == CARRY_BALLOT || CARRY == CARRY_BALLOT_UNIFORM
/* 0 if none. */
static inline uint lerp_highest_bit(uint4 w) {
    const uint word = w.w != 0 ? w.w : w.z != 0 ? w.z : w.y != 0 ? w.y : w.x;
    const uint base = w.w != 0 ? 96u : w.z != 0 ? 64u : w.y != 0 ? 32u : 0u;
    return base + 31u - (uint)clz(word | 1u);
}
#endif

/* The product of all elements so far, on every lane. `before`: without this block; `own`: the lane's factor; `to_here`:
 * the product including the lane's; `holds`: 1 if the lane has an element. Methods agree up to rounding.
 */
static inline float lerp_carry(sg_t sg, float before, float own, float to_here, int holds) {
#if CARRY == CARRY_PRODUCT
    return before * sg_reduce_mul(sg, own);
#elif CARRY == CARRY_LAST
    return sg_broadcast(sg, to_here, SG_WIDTH - 1u);
#elif CARRY == CARRY_BALLOT
    /* Equal on all lanes, but the compiler may not know it. */
    const uint4 words = sg_mask_words(sg_ballot(sg, holds));
    return sg_broadcast(sg, to_here, lerp_highest_bit(words));
#elif CARRY == CARRY_BALLOT_UNIFORM
    const uint4 words = sg_mask_words(sg_ballot(sg, holds));
    const uint4 uniform_words = (uint4)(sg_broadcast(sg, words.x, 0u), sg_broadcast(sg, words.y, 0u),
                                        sg_broadcast(sg, words.z, 0u), sg_broadcast(sg, words.w, 0u));
    return sg_broadcast(sg, to_here, lerp_highest_bit(uniform_words));
#else
    return sg_broadcast(sg, to_here, sg_last(sg, holds) & (SG_WIDTH - 1u));
#endif
}

/* The product of everything after a block is known, so no colour waits for another. */
SG_KERNEL void lerp_continued(__global const float *restrict x, __global const float *restrict t,
                              __global const float *restrict initial, __global float *restrict c, uint rows,
                              uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = (lerp_color)(0.0f);
    float carry = 1.0f;
    uint done = 0;
    do {
        const uint j = done + lane; /* counted from the end */
        const size_t i = base + (j < n ? n - 1u - j : 0u);
        const float ti = j < n ? t[i] : 0.0f;
        const lerp_color xi = j < n ? lerp_load(x, i) : (lerp_color)(0.0f);
        const float after = carry * sg_scan_exclusive_mul(sg, 1.0f - ti);
        SG_SHOW(sg, "t", ti);
        SG_SHOW(sg, "after", after);
        color += sg_reduce_add(sg, xi * (ti * after));
        carry = lerp_carry(sg, carry, 1.0f - ti, after * (1.0f - ti), j < n);
        done += SG_WIDTH;
    } while (done < n);
    color += lerp_load_or_black(initial, row) * carry;
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* Lanes are summed once, at the end. */
SG_KERNEL void lerp_deferred(__global const float *restrict x, __global const float *restrict t,
                             __global const float *restrict initial, __global float *restrict c, uint rows,
                             uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    uint done = 0;
    do {
        const uint j = done + lane;
        const size_t i = base + (j < n ? n - 1u - j : 0u);
        const float ti = j < n ? t[i] : 0.0f;
        const lerp_color xi = j < n ? lerp_load(x, i) : (lerp_color)(0.0f);
        const float after = carry * sg_scan_exclusive_mul(sg, 1.0f - ti);
        SG_SHOW(sg, "t", ti);
        SG_SHOW(sg, "after", after);
        sum += xi * (ti * after);
        carry = lerp_carry(sg, carry, 1.0f - ti, after * (1.0f - ti), j < n);
        done += SG_WIDTH;
    } while (done < n);
    const lerp_color color = sg_reduce_add(sg, sum) + lerp_load_or_black(initial, row) * carry;
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}
