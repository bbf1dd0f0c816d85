/* lerp as a composition of maps c -> c p + v, grouped in any way, in order.
 * SPDX-License-Identifier: MIT
 *
 * Arrays, requirements and the flow past the last row are as in lerp.cl; one sub-group per row. Costs: n / SG_WIDTH
 * steps per lane without a collective, then log2(SG_WIDTH) exchanges of CHANNELS + 1 floats. Caches must hold a line per
 * lane.
 */
#include "sg/sg.h"
#include "common/lerp.h"

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
    const lerp_color color = lerp_apply(lerp_join_lanes(sg, own), lerp_load_or_black(initial, row));
    if (lane == 0 && lerp_sub_group(sg) < rows) lerp_store(color, c, row);
}
