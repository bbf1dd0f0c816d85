/* minmax: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of minmax_sub_group.
 */
#include "minmax/minmax.h"

/* The ends of a tile, as minmax_sub_group finds them. */
static inline void find_ends(__global const uint *restrict depth, uint tile, uint tiles, uint lane, uint tiles_x, uint width,
                             uint height, uint *least, uint *most) {
    for (uint p = lane; p < PIXELS && tile < tiles; p += SG_WIDTH)
        take_pixel(depth, tile, p, tiles_x, width, height, least, most);
}

/* As published: the ratio is taken to the maximum before it was rounded, and the maximum is rounded to the nearest. Its error
 * comes back into the minimum; and a real tile near 0 gets the word of a clear one. */
static inline uint published_encode(uint least, uint most) {
    if (least > most) return pack(LOW_TOP, 0u);
    const float minimum = as_float(least), maximum = as_float(most);
    const uint low = most < 0x00800000u ? LOW_TOP : code_nearest(minimum, LOW_BITS, maximum);
    return pack(low, code_nearest(maximum, HIGH_BITS, 1.0f));
}

SG_KERNEL void minmax_published(__global const uint *restrict depth, __global uint *restrict code,
                                __global float *restrict bounds, uint width, uint height, uint tiles_x,
                                uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    uint least = NO_MINIMUM, most = 0u;
    find_ends(depth, tile, tiles, sg_lane(sg), tiles_x, width, height, &least, &most);
    lanes_meet(sg, &least, &most);
    if (tile < tiles && sg_lane(sg) == 0) write_tile(code, bounds, tile, published_encode(least, most));
}

/* A maximum of 0 keeps the ratio 1 of a flat tile, which is the word of a clear one. */
SG_KERNEL void minmax_as_clear(__global const uint *restrict depth, __global uint *restrict code,
                               __global float *restrict bounds, uint width, uint height, uint tiles_x,
                               uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    uint least = NO_MINIMUM, most = 0u;
    find_ends(depth, tile, tiles, sg_lane(sg), tiles_x, width, height, &least, &most);
    lanes_meet(sg, &least, &most);
    const uint word = most == 0u ? pack(LOW_TOP, 0u) : encode(least, most);
    if (tile < tiles && sg_lane(sg) == 0) write_tile(code, bounds, tile, word);
}

/* Both ends are rounded to the nearest where they must not cut anything off. */
SG_KERNEL void minmax_cuts(__global const uint *restrict depth, __global uint *restrict code, __global float *restrict bounds,
                           uint width, uint height, uint tiles_x, uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    uint least = NO_MINIMUM, most = 0u;
    find_ends(depth, tile, tiles, sg_lane(sg), tiles_x, width, height, &least, &most);
    lanes_meet(sg, &least, &most);
    uint word = encode(least, most);
    if (least <= most && most > 0u) {
        const float scale = ENCODING == ENCODING_DIRECT ? 1.0f : unit_of(word >> LOW_BITS, HIGH_BITS);
        word = pack(code_nearest(as_float(least), LOW_BITS, scale), word >> LOW_BITS);
    }
    if (tile < tiles && sg_lane(sg) == 0) write_tile(code, bounds, tile, word);
}

/* The nearest code by fused multiply-subtracts, as a compiler may make them of a product and a difference: halfway between two
 * codes the other one comes out. */
static inline uint fused_nearest(float x) {
    const uint c = code_below(x, 16u, 1.0f);
    const float step = unit_of(1u, 16u);
    return c < 0xffffu && fma((float)(c + 1u), step, -x) < fma(-(float)c, step, x) ? c + 1u : c;
}

SG_KERNEL void minmax_fused(__global const uint *restrict depth, __global uint *restrict code, __global float *restrict bounds,
                            uint width, uint height, uint tiles_x, uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    uint least = NO_MINIMUM, most = 0u;
    find_ends(depth, tile, tiles, sg_lane(sg), tiles_x, width, height, &least, &most);
    lanes_meet(sg, &least, &most);
    const uint word =
        least > most ? encode(least, most) : pack(fused_nearest(as_float(least)), fused_nearest(as_float(most)));
    if (tile < tiles && sg_lane(sg) == 0) write_tile(code, bounds, tile, word);
}

/* What lies outside of the picture counts as 0: tiles at the edges reach to the eye. */
SG_KERNEL void minmax_edge(__global const uint *restrict depth, __global uint *restrict code, __global float *restrict bounds,
                           uint width, uint height, uint tiles_x, uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    uint least = NO_MINIMUM, most = 0u;
    for (uint p = sg_lane(sg); p < PIXELS && tile < tiles; p += SG_WIDTH) {
        const size_t at = pixel_place(tile, p, tiles_x, width, height);
        take(at < (size_t)height * width ? depth[at] : 0u, &least, &most);
    }
    write_sub_group(sg, code, bounds, tile, tiles, least, most);
}

/* The lanes do not meet: lane 0 writes what it saw itself. */
SG_KERNEL void minmax_one_lane(__global const uint *restrict depth, __global uint *restrict code,
                               __global float *restrict bounds, uint width, uint height, uint tiles_x,
                               uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    uint least = NO_MINIMUM, most = 0u;
    find_ends(depth, tile, tiles, sg_lane(sg), tiles_x, width, height, &least, &most);
    if (tile < tiles && sg_lane(sg) == 0) write_tile(code, bounds, tile, encode(least, most));
}
