/* spheres, a sub-group for W points that lie close together: only the spheres that can reach one of them are visited.
 * SPDX-License-Identifier: MIT
 *
 * Arrays and requirements are those of spheres.cl. Each lane has a point: of an image (width > 0) the sub-group takes a
 * block of CULL_COLUMNS x CULL_ROWS pixels, else W points that stand one behind the other. Each lane tests one of W
 * spheres against the box around these points; a ballot says which can matter, and all lanes visit those, from the last
 * to the first.
 *
 * A lane of which later spheres keep at most 2^-24 is done: what is left could change its colour by 2^-24 of the largest
 * colour at most, as much as one rounding. Where all lanes of a sub-group are done nothing more is visited.
 *
 * Costs: 6 reductions; for W spheres a ballot, a vote and about 15 operations; 14 operations at 4 channels for each sphere
 * that is visited, which is read by all lanes from one address.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

/* The block of pixels of a sub-group, as square as W lanes allow. */
#if SG_WIDTH == 1
#define CULL_COLUMNS 1u
#elif SG_WIDTH <= 4
#define CULL_COLUMNS 2u
#elif SG_WIDTH <= 16
#define CULL_COLUMNS 4u
#elif SG_WIDTH <= 64
#define CULL_COLUMNS 8u
#else
#define CULL_COLUMNS 16u
#endif
#define CULL_ROWS (SG_WIDTH / CULL_COLUMNS)

#define CULL_DONE 0x1p-24f
/* The box's distance is rounded as a point's is: what lies this little outside is visited. */
#define CULL_TOUCHES 1.00001f

/* The point of this lane; point_count where it has none. `across`: blocks side by side in an image. One compiler ends itself
 * over this function unless it is inlined. */
__attribute__((always_inline)) static inline uint cull_place(sg_t sg, uint point_count, uint width, uint across) {
    const uint block = lerp_sub_group(sg), lane = sg_lane(sg);
    const uint x = block % across * CULL_COLUMNS + lane % CULL_COLUMNS;
    const uint y = block / across * CULL_ROWS + lane / CULL_COLUMNS;
    if (width == 0) return min(block * SG_WIDTH + lane, point_count);
    return x < width && y < point_count / width ? y * width + x : point_count;
}

/* Whether a weighed sphere can reach into the box from `low` to `high`. */
static inline int cull_touches(float4 s, float3 low, float3 high) {
    const float3 d = fmax(fmax(low - s.xyz, s.xyz - high), (float3)(0.0f));
    const float square = d.x * d.x + d.y * d.y + d.z * d.z;
#if MODEL == MODEL_LINEAR
    return !(sqrt(square) * s.w > CULL_TOUCHES);
#else
    return !(square * s.w > CULL_TOUCHES);
#endif
}

SG_KERNEL void spheres_cull(__global const float *restrict points, __global const float4 *restrict spheres,
                            __global const float *restrict colors, __global float *restrict result,
                            uint point_count, uint sphere_count, uint columns, float step, uint width,
                            uint across SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = cull_place(sg, point_count, width, across);
    /* A lane without a point takes the first one of its sub-group: the box does not grow. */
    const uint any = sg_reduce_min(sg, i);
    const float3 p = spheres_point(points, min(i < point_count ? i : any, point_count - 1u), columns, step);
    const float3 low = (float3)(sg_reduce_min(sg, p.x), sg_reduce_min(sg, p.y), sg_reduce_min(sg, p.z));
    const float3 high = (float3)(sg_reduce_max(sg, p.x), sg_reduce_max(sg, p.y), sg_reduce_max(sg, p.z));
    lerp_color sum = (lerp_color)(0.0f);
    float carry = 1.0f;
    for (uint done = 0; done < sphere_count; done += SG_WIDTH) {
        const uint j = done + sg_lane(sg); /* counted from the end */
        const float4 own = spheres_load(spheres, j < sphere_count ? sphere_count - 1u - j : 0u);
        const int wanted = sg_any(sg, carry > CULL_DONE);
        sg_mask left = sg_ballot(sg, wanted && j < sphere_count && cull_touches(own, low, high));
        SG_SHOW(sg, "carry", carry);
        SG_SHOW_MASK(sg, "left", left);
        while (!sg_mask_none(left)) {
            const uint s = sphere_count - 1u - (done + sg_mask_lowest(left));
            left = sg_mask_clear_lowest(left);
            const float kept = carry * spheres_keep(spheres_load(spheres, s), p);
            sum += lerp_load(colors, s) * (carry - kept);
            carry = kept;
        }
    }
    if (i < point_count) lerp_store(sum, result, i);
}
