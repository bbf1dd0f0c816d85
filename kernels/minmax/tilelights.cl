/* tilelights: the lights that may reach each tile of a depth picture.
 * SPDX-License-Identifier: MIT
 *
 *   bounds[tiles, 2] (of minmax), lights[n] (position in view space, radius)
 *     ->  bits[tiles, words], count[tiles], list[tiles, n]
 *
 * The camera is at 0 and looks along z. A tile keeps a light whose sphere meets its frustum: between two depths and
 * inside four planes. Rounding can only keep more. Each step is one rounded operation, so all devices agree.
 */
#include "sg/sg.h"

/* Products must be rounded before they are added or compared. */
#pragma OPENCL FP_CONTRACT OFF

#define NO_LIGHT 0xffffffffu

/* The frustum of a tile. Edge e of a side of `pixels` is the plane x pixels + z slope (pixels - 2 e) = 0, without a
 * division. `stretch` is at least the length of the plane's normal, and at most 8% more. No operand of an fma is
 * negated, nor a product: defect D35. */
typedef struct tile_frustum {
    float nearest, farthest; /* of depth_share */
    float4 edge, stretch;    /* left, right, top, bottom */
    float width, height;
} tile_frustum;

static inline float stretch_of(float a, float b) {
    return fma(fmin(fabs(a), fabs(b)), 0.41422f, fmax(fabs(a), fabs(b)));
}

/* far - d (far - near), which loses `near` to rounding if it is small, without a subtraction of large numbers. */
static inline float depth_share(float d, float near, float far) {
    const float rest = (1.0f - d) * far;
    return fma(d, near, rest);
}

static inline tile_frustum frustum_of(uint tile, uint width, uint height, __global const float *restrict bounds,
                                      float far, float near, float slope_x, float slope_y) {
    const uint tiles_x = (width + TILE_WIDTH - 1) / TILE_WIDTH;
    const int left = tile % tiles_x * TILE_WIDTH, top = tile / tiles_x * TILE_HEIGHT, w = width, h = height;
    tile_frustum f;
    f.nearest = depth_share(bounds[2 * tile], near, far);
    f.farthest = depth_share(bounds[2 * tile + 1], near, far);
    f.edge = (float4)(slope_x * (float)(w - 2 * left), slope_x * (float)(w - 2 * min(left + TILE_WIDTH, w)),
                      slope_y * (float)(h - 2 * top), slope_y * (float)(h - 2 * min(top + TILE_HEIGHT, h)));
    f.width = (float)w;
    f.height = (float)h;
    f.stretch = (float4)(stretch_of(f.edge.x, f.width), stretch_of(f.edge.y, f.width), stretch_of(f.edge.z, f.height),
                         stretch_of(f.edge.w, f.height));
    return f;
}

/* z of depth d is near far / (far - d (far - near)): compared without a division, and 0.1% too wide. */
static inline bool is_kept(const tile_frustum *f, float4 light, float product) {
    const float reach = light.w * 1.001f, below = light.w * -1.001f, x = light.x * f->width, y = light.y * f->height;
    const bool in_depth = (light.z + reach) * f->nearest >= product * 0.999f &&
                          (light.z - reach) * f->farthest <= product * 1.001f;
    const bool in_width = fma(f->edge.x, light.z, x) >= below * f->stretch.x &&
                          fma(f->edge.y, light.z, x) <= reach * f->stretch.y;
    const bool in_height = fma(f->edge.z, light.z, y) >= below * f->stretch.z &&
                           fma(f->edge.w, light.z, y) <= reach * f->stretch.w;
    return light.w > 0.0f && in_depth && in_width && in_height;
}

__kernel void minmax_tilelights_loop(__global const float *restrict bounds, __global const float4 *restrict lights,
                                     __global uint *restrict bits, __global uint *restrict count, __global uint *restrict list,
                                     uint width, uint height, uint tiles, uint light_count, float product, float far,
                                     float near, float slope_x, float slope_y) {
    const uint tile = (uint)get_global_id(0), words = (light_count + 31u) / 32u;
    if (tile >= tiles) return;
    const bool clear = bounds[2 * tile] > bounds[2 * tile + 1];
    const tile_frustum f = frustum_of(tile, width, height, bounds, far, near, slope_x, slope_y);
    uint kept = 0;
    for (uint w = 0; w < words; ++w) {
        uint word = 0;
        for (uint j = 32u * w; j < min(32u * w + 32u, light_count); ++j)
            if (!clear && is_kept(&f, lights[j], product)) {
                word |= 1u << (j % 32u);
                list[(size_t)tile * light_count + kept++] = j;
            }
        bits[(size_t)tile * words + w] = word;
    }
    count[tile] = kept;
    for (; kept < light_count; ++kept) list[(size_t)tile * light_count + kept] = NO_LIGHT;
}

/* Each lane tests a light; a ballot makes the words and gives places in the list. */
SG_KERNEL void minmax_tilelights_ballot(__global const float *restrict bounds, __global const float4 *restrict lights,
                                        __global uint *restrict bits, __global uint *restrict count, __global uint *restrict list,
                                        uint width, uint height, uint tiles, uint light_count, float product, float far,
                                        float near, float slope_x, float slope_y SG_PARAMS) {
    SG_BEGIN(sg);
    const uint words = (light_count + 31u) / 32u;
    const uint own = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg), tile = min(own, tiles - 1u);
    /* Past the last tile no lane writes: defect D36. */
    const uint writer = own < tiles ? sg_lane(sg) : 0x80000000u;
    const bool clear = own >= tiles || bounds[2 * tile] > bounds[2 * tile + 1];
    const tile_frustum f = frustum_of(tile, width, height, bounds, far, near, slope_x, slope_y);
    uint kept = 0;
#if SG_WIDTH < 32
    uint word = 0;
#endif
    for (uint first = 0; first < light_count; first += SG_WIDTH) {
        const uint j = first + sg_lane(sg);
        const bool keeps = j < light_count && !clear && is_kept(&f, lights[min(j, light_count - 1u)], product);
        const sg_mask mask = sg_ballot(sg, keeps);
        SG_SHOW_MASK(sg, "kept", mask);
        if (keeps) list[(size_t)tile * light_count + kept + sg_mask_count_below(mask, sg_lane(sg))] = j;
        kept += sg_mask_count(mask);
        const uint4 four = sg_mask_words(mask);
#if SG_WIDTH >= 32
        const uint mine = sg_lane(sg) == 0 ? four.x : sg_lane(sg) == 1 ? four.y : sg_lane(sg) == 2 ? four.z : four.w;
        const uint w = first / 32u + sg_lane(sg);
        if (writer < SG_WIDTH / 32 && w < words) bits[(size_t)tile * words + w] = mine;
#else
        word |= four.x << (first % 32u);
        if (first % 32u + SG_WIDTH == 32u || first + SG_WIDTH >= light_count) {
            if (writer == 0) bits[(size_t)tile * words + first / 32u] = word;
            word = 0;
        }
#endif
    }
    if (writer == 0) count[tile] = kept;
    for (uint i = kept + writer; i < light_count; i += SG_WIDTH) list[(size_t)tile * light_count + i] = NO_LIGHT;
}
