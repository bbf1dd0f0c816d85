/* lerp: kernels kept because they are wrong. Each is one of the right ones with one bug, the bug's name in
 * its own; `crosslane verify --plant NAME lerp` passes when the bug is caught. SPDX-License-Identifier: MIT
 *
 * Parameters, requirements and costs are those of the files beside it. No kernel reads outside its arrays.
 */
#include "sg/sg.h"
#include "common/lerp.h"

/* Published guard: the exclusive product is the inclusive one divided by the lane's factor, which is kept
 * away from 0 by max(1 - t, 0.00001). Where t = 1 the elements before it still shine through with a weight of
 * 0.00001, and where t is above 1 the factor is 0.00001 too. */
SG_KERNEL void lerp_clamped(__global const float *restrict x, __global const float *restrict t,
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
        const float factor = fmax(1.0f - ti, 0.00001f);
        const float inclusive = sg_scan_inclusive_mul(sg, factor);
        const lerp_color sum = sg_reduce_add(sg, xi * (ti * (inclusive / factor)));
        color = color * sg_broadcast(sg, inclusive, SG_WIDTH - 1u) + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* The same without the guard: 0 / 0 is NaN where t = 1. */
SG_KERNEL void lerp_divide(__global const float *restrict x, __global const float *restrict t,
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
        const float inclusive = sg_scan_inclusive_mul(sg, 1.0f - ti);
        const lerp_color sum = sg_reduce_add(sg, xi * (ti * (inclusive / (1.0f - ti))));
        color = color * sg_broadcast(sg, inclusive, SG_WIDTH - 1u) + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* Lanes past the last element are counted: they repeat element n - 1 in place of t = 0. */
SG_KERNEL void lerp_tail(__global const float *restrict x, __global const float *restrict t,
                         __global const float *restrict initial, __global float *restrict c, uint rows,
                         uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = lerp_load_or_black(initial, row);
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = min(first + (SG_WIDTH - 1u - lane), n - 1u);
        const float ti = t[base + i];
        const float after = sg_scan_exclusive_mul(sg, 1.0f - ti);
        const lerp_color sum = sg_reduce_add(sg, lerp_load(x, base + i) * (ti * after));
        color = color * sg_reduce_mul(sg, 1.0f - ti) + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* The exclusive product starts at 0, the identity of sums, in place of 1: the last element of a block counts
 * for nothing. (A compiler's own multiply scan did this once, and made all of it 0.) */
SG_KERNEL void lerp_zero_start(__global const float *restrict x, __global const float *restrict t,
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
        const float scan = sg_scan_exclusive_mul(sg, 1.0f - ti);
        const float after = lane == 0 ? 0.0f : scan;
        const lerp_color sum = sg_reduce_add(sg, xi * (ti * after));
        color = color * sg_reduce_mul(sg, 1.0f - ti) + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* Lanes hold a block's elements in their own order, so the prefix product runs over the elements BEFORE. */
SG_KERNEL void lerp_reversed(__global const float *restrict x, __global const float *restrict t,
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
        const float after = sg_scan_exclusive_mul(sg, 1.0f - ti);
        const lerp_color sum = sg_reduce_add(sg, xi * (ti * after));
        color = color * sg_reduce_mul(sg, 1.0f - ti) + sum;
    }
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* The continued form as published: every block's value replaces the colour in place of being added to it. */
SG_KERNEL void lerp_published(__global const float *restrict x, __global const float *restrict t,
                              __global const float *restrict initial, __global float *restrict c, uint rows,
                              uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < n; done += SG_WIDTH) {
        const uint j = done + lane;
        const size_t i = base + (j < n ? n - 1u - j : 0u);
        const float ti = j < n ? t[i] : 0.0f;
        const lerp_color xi = j < n ? lerp_load(x, i) : (lerp_color)(0.0f);
        const float after = carry * sg_scan_exclusive_mul(sg, 1.0f - ti);
        color = sg_reduce_add(sg, xi * (ti * after));
        carry = sg_broadcast(sg, after * (1.0f - ti), SG_WIDTH - 1u);
    }
    color += lerp_load_or_black(initial, row) * carry;
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* The continued form with its blocks from the first to the last, in the order of prefix: the carry of the
 * blocks before is taken for that of the blocks after. */
SG_KERNEL void lerp_order(__global const float *restrict x, __global const float *restrict t,
                          __global const float *restrict initial, __global float *restrict c, uint rows,
                          uint n SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * n;
    lerp_color color = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint first = 0; first < n; first += SG_WIDTH) {
        const uint i = first + (SG_WIDTH - 1u - lane);
        const float ti = i < n ? t[base + i] : 0.0f;
        const lerp_color xi = i < n ? lerp_load(x, base + i) : (lerp_color)(0.0f);
        const float after = carry * sg_scan_exclusive_mul(sg, 1.0f - ti);
        color += sg_reduce_add(sg, xi * (ti * after));
        carry = sg_broadcast(sg, after * (1.0f - ti), SG_WIDTH - 1u);
    }
    color += lerp_load_or_black(initial, row) * carry;
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* The affine tree treats its operator as commutative: every lane takes its own half first. */
SG_KERNEL void lerp_commuted(__global const float *restrict x, __global const float *restrict t,
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
    for (uint d = 1; d < SG_WIDTH; d <<= 1) {
        const lerp_map other = {sg_shuffle_xor(sg, own.v, d), sg_shuffle_xor(sg, own.p, d)};
        own = lerp_then(other, own);
    }
    const lerp_color color = lerp_apply(own, lerp_load_or_black(initial, row));
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}

/* split's second kernel with the parts in the opposite order; the lanes' order is right. */
SG_KERNEL void lerp_split_swapped(__global const float *restrict values, __global const float *restrict products,
                                  __global const float *restrict initial, __global float *restrict c, uint rows,
                                  uint parts SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    lerp_map own = lerp_identity();
    for (uint i = lane; i < parts; i += SG_WIDTH) {
        const size_t at = (size_t)row * parts + (parts - 1u - i);
        const lerp_map part = {lerp_load(values, at), products[at]};
        own = lerp_then(own, part);
    }
    const lerp_color color = lerp_apply(lerp_join_lanes(sg, own), lerp_load_or_black(initial, row));
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}
