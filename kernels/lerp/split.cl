/* lerp for a few long rows: a row is cut into parts, one sub-group each.
 * SPDX-License-Identifier: MIT
 *
 * Arrays and requirements as in lerp.cl. The first launch writes the parts' maps c -> c p + v:
 *
 *   values[rows][parts][CHANNELS]  products[rows][parts]
 *
 * Costs: x and t read once, and (CHANNELS + 1) * 8 bytes per part, written and read. Cuts change results only by
 * rounding.
 */
#include "sg/sg.h"
#include "common/lerp.h"

/* As in lerp_deferred. `share`: elements per part, a multiple of SG_WIDTH. The last parts of a row may
 * have fewer elements, or none, but as many rounds. Requires rows * parts below 2^31.
 */
SG_KERNEL void lerp_split_parts(__global const float *restrict x, __global const float *restrict t,
                                __global float *restrict values, __global float *restrict products, uint rows,
                                uint n, uint parts, uint share SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint part = min(lerp_sub_group(sg), rows * parts - 1u);
    const uint begin = min(part % parts * share, n);
    const uint count = min(share, n - begin);
    const size_t base = (size_t)(part / parts) * n + begin;
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    uint done = 0;
    do {
        const uint j = done + lane; /* counted from the end */
        const size_t i = base + (j < count ? count - 1u - j : 0u);
        const float ti = j < count ? t[i] : 0.0f;
        const lerp_color xi = j < count ? lerp_load(x, i) : (lerp_color)(0.0f);
        const float after = carry * sg_scan_exclusive_mul(sg, 1.0f - ti);
        SG_SHOW(sg, "t", ti);
        SG_SHOW(sg, "after", after);
        sum += xi * (ti * after);
        carry = sg_broadcast(sg, after * (1.0f - ti), SG_WIDTH - 1u);
        done += SG_WIDTH;
    } while (done < share);
    const lerp_color value = sg_reduce_add(sg, sum);
    if (lane == 0 && lerp_sub_group(sg) < rows * parts) {
        lerp_store(value, values, part);
        products[part] = carry;
    }
}

/* In order: one sub-group per row, like lerp_affine. */
SG_KERNEL void lerp_split_join(__global const float *restrict values, __global const float *restrict products,
                               __global const float *restrict initial, __global float *restrict c, uint rows,
                               uint parts SG_PARAMS) {
    SG_BEGIN(sg);
    const uint lane = sg_lane(sg);
    const uint row = min(lerp_sub_group(sg), rows - 1u);
    const size_t base = (size_t)row * parts;
    const uint share = parts / SG_WIDTH + (parts % SG_WIDTH != 0);
    const uint begin = min(lane * share, parts);
    const uint end = min(begin + share, parts);
    lerp_map own = lerp_identity();
    for (uint i = begin; i < end; ++i) {
        const lerp_map part = {lerp_load(values, base + i), products[base + i]};
        own = lerp_then(own, part);
    }
    const lerp_color color = lerp_apply(lerp_join_lanes(sg, own), lerp_load_or_black(initial, row));
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}
