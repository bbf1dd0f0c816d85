/* minmax: a sub-group has a tile, its lanes load four pixels at a time.
 * SPDX-License-Identifier: MIT
 *
 * One division by a constant per vector; minmax_sub_group has two per pixel. TILE_WIDTH is a multiple of four. If the
 * picture's width is not, each pixel is tested against the right edge.
 */
#include "minmax/minmax.h"

#define VECTORS (PIXELS / 4)

/* Pixels x to x + 3 of a row. */
static inline void take_four(__global const uint *restrict depth, uint x, uint y, uint width, uint height, uint *least,
                             uint *most) {
    const size_t at = (size_t)y * width + x;
    if (x >= width || y >= height) return;
    if (width % 4u == 0u) {
        const uint4 four = *(__global const uint4 *)(depth + at);
        take(four.x, least, most);
        take(four.y, least, most);
        take(four.z, least, most);
        take(four.w, least, most);
    } else {
        for (uint k = 0; k < 4u && x + k < width; ++k) take(depth[at + k], least, most);
    }
}

SG_KERNEL void minmax_vectors(__global const uint *restrict depth, __global uint *restrict code,
                              __global float *restrict bounds, uint width, uint height, uint tiles_x, uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint tile_y = tile / tiles_x, left = (tile - tile_y * tiles_x) * TILE_WIDTH, upper = tile_y * TILE_HEIGHT;
    uint least = NO_MINIMUM, most = 0u;
#pragma unroll 2
    for (uint v = sg_lane(sg); v < VECTORS && tile < tiles; v += SG_WIDTH)
        take_four(depth, left + v % (TILE_WIDTH / 4) * 4u, upper + v / (TILE_WIDTH / 4), width, height, &least, &most);
    write_sub_group(sg, code, bounds, tile, tiles, least, most);
}
