/* The results of a pixel in its quad, for all kernels of quad (README.md).
 * SPDX-License-Identifier: MIT
 *
 * A quad is 2 x 2 pixels, 0 1 above 2 3, with its first pixel at even x and y. A pixel outside the image
 * takes the value of the nearest pixel inside.
 */
#ifndef QUAD_H
#define QUAD_H

#include "common/lane_tile.h"

#if defined(LAYOUT) && LAYOUT == LAYOUT_SQUARE
#define TILE_ACROSS SQUARE_ACROSS
#define lane_place square_place
#else
#define TILE_ACROSS RECTANGULAR_ACROSS
#define lane_place rectangular_place
#endif
#define TILE_DOWN (SG_WIDTH / TILE_ACROSS)

typedef struct neighbours {
    float own, x, y, diagonal;
} neighbours;

static inline size_t value_index(uint x, uint y, uint width, uint channel) {
    return ((size_t)y * width + x) * CHANNELS + channel;
}

/* x and y may be outside the image, which must not be empty. */
static inline float load_pixel(__global const float *restrict image, uint x, uint y, uint width, uint height,
                               uint channel) {
    return image[value_index(min(x, width - 1u), min(y, height - 1u), width, channel)];
}

/* A tile past the last one is below the image. */
static inline uint2 tile_corner(uint tile, uint tiles_x) {
    return (uint2)(tile % tiles_x * TILE_ACROSS, tile / tiles_x * TILE_DOWN);
}

/* Right minus left, lower minus upper, and lower minus upper on the diagonal; the quad's first pixel
 * writes the sum.
 */
static inline void write_pixel(__global float *restrict ddx, __global float *restrict ddy,
                               __global float *restrict diagonal, __global float *restrict sums, uint2 at,
                               uint width, uint height, uint channel, neighbours v) {
    const bool right = at.x & 1u, lower = at.y & 1u;
    const size_t i = value_index(at.x, at.y, width, channel);
    if (at.x >= width || at.y >= height) return;
    ddx[i] = right ? v.own - v.x : v.x - v.own;
    ddy[i] = lower ? v.own - v.y : v.y - v.own;
    diagonal[i] = lower ? v.own - v.diagonal : v.diagonal - v.own;
    if (!right && !lower)
        sums[value_index(at.x / 2u, at.y / 2u, (width + 1u) / 2u, channel)] =
            (v.own + v.x) + (v.y + v.diagonal);
}

/* All results of the quad whose first pixel is (x, y). */
static inline void write_quad(__global const float *restrict image, __global float *restrict ddx,
                              __global float *restrict ddy, __global float *restrict diagonal,
                              __global float *restrict sums, uint x, uint y, uint width, uint height) {
    for (uint c = 0; c < CHANNELS; ++c) {
        const float v0 = load_pixel(image, x, y, width, height, c),
                    v1 = load_pixel(image, x + 1u, y, width, height, c),
                    v2 = load_pixel(image, x, y + 1u, width, height, c),
                    v3 = load_pixel(image, x + 1u, y + 1u, width, height, c);
        const neighbours pixel[4] = {{v0, v1, v2, v3}, {v1, v0, v3, v2}, {v2, v3, v0, v1}, {v3, v2, v1, v0}};
        for (uint p = 0; p < 4u; ++p)
            write_pixel(ddx, ddy, diagonal, sums, (uint2)(x + (p & 1u), y + (p >> 1)), width, height, c,
                        pixel[p]);
    }
}

#endif
