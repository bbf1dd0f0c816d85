/* minmax: a work-item reads vectors of pixels, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in minmax.cl. Loops over rows and columns need no division to find a pixel. A row's last vector ends with
 * the row and overlaps the previous one. Narrower tiles are read pixel by pixel.
 */
#include "minmax/minmax.h"

#if TILE_WIDTH >= 16
typedef uint16 pixels;
typedef int16 pixel_tests;
#define ACROSS 16u
#define LOAD(at) vload16(0, at)
#elif TILE_WIDTH >= 8
typedef uint8 pixels;
typedef int8 pixel_tests;
#define ACROSS 8u
#define LOAD(at) vload8(0, at)
#else
typedef uint4 pixels;
typedef int4 pixel_tests;
#define ACROSS 4u
#define LOAD(at) vload4(0, at)
#endif

/* Undrawn pixels have larger bits than any depth, so the minimum needs no test. */
static inline void take_pixels(pixels depth, pixels *least, pixels *most) {
    const pixels bits = depth == MINUS_ZERO ? (pixels)(0u) : depth;
    *least = min(*least, bits);
    *most = max(*most, bits > FARTHEST ? (pixels)(0u) : bits);
}

static inline void meet(pixels low, pixels high, uint *least, uint *most) {
#if TILE_WIDTH >= 16
    const uint8 low_8 = min(low.lo, low.hi), high_8 = max(high.lo, high.hi);
    const uint4 low_4 = min(low_8.lo, low_8.hi), high_4 = max(high_8.lo, high_8.hi);
#elif TILE_WIDTH >= 8
    const uint4 low_4 = min(low.lo, low.hi), high_4 = max(high.lo, high.hi);
#else
    const uint4 low_4 = low, high_4 = high;
#endif
    const uint lowest = min(min(low_4.x, low_4.y), min(low_4.z, low_4.w));
    *least = min(*least, lowest > FARTHEST ? NO_MINIMUM : lowest);
    *most = max(*most, max(max(high_4.x, high_4.y), max(high_4.z, high_4.w)));
}

__kernel void minmax_rows(__global const uint *restrict depth, __global uint *restrict code, __global float *restrict bounds,
                          uint width, uint height, uint tiles_x, uint tiles) {
    const uint tile = get_global_id(0);
    if (tile >= tiles) return;
    const uint left = tile % tiles_x * TILE_WIDTH, upper = tile / tiles_x * TILE_HEIGHT;
    const uint right = min(left + TILE_WIDTH, width), lower = min(upper + TILE_HEIGHT, height);
    uint least = NO_MINIMUM, most = 0u;
    if (right - left >= ACROSS) {
        pixels low = (pixels)(NO_MINIMUM), high = (pixels)(0u);
        for (uint y = upper; y < lower; ++y)
            for (uint x = left; x < right; x += ACROSS)
                take_pixels(LOAD(depth + (size_t)y * width + min(x, right - ACROSS)), &low, &high);
        meet(low, high, &least, &most);
    } else {
        for (uint y = upper; y < lower; ++y)
            for (uint x = left; x < right; ++x) take(depth[(size_t)y * width + x], &least, &most);
    }
    write_tile(code, bounds, tile, encode(least, most));
}
