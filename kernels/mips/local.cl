/* mips/local: a work-group makes a tile of the next DEPTH levels; they lie in local memory. SPDX-License-Identifier: MIT
 *
 * A work-group has one texel of the last level, and of those before what that one is made of: 2, 4, 8... a side. With odd
 * sides that is more, up to 2^n - 1, and neighbouring work-groups make the surplus texels twice. Each writes its own.
 *
 * Work-items without a texel take as long as those with one, so what all of them compute is kept short: no loop over levels
 * but the one, and divisions by powers of two but for the tile's place.
 */
#include "mips/mips.h"

#define STRIDE (1u << (DEPTH - 1)) /* own texels a side, of the first of its levels */

/* Texels along a side of n that one texel, DEPTH - k levels on, is made of; k levels after the level of side n. Every odd
 * side between adds one, which the next ones double: the bits of n but its highest, which is a side of 1. */
static inline uint span(uint n, uint k) {
    const uint odd = n ^ 1u << level_of(n);
    return (1u << (DEPTH - k)) + (odd >> k) % (1u << (DEPTH - k));
}

/* Of these, those that there are. */
static inline uint extent(uint n, uint k, uint first) {
    return min(span(n, k), halved(n, k) - min(first, halved(n, k)));
}

__kernel void mips_local(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         __local float *larger, __local float *smaller) {
    const uint level = level_of(scale), w0 = halved(width, level), h0 = halved(height, level);
    const uint tiles_x = (halved(w0, 1u) + STRIDE - 1u) / STRIDE;
    const uint tile_y = get_group_id(0) / tiles_x, tile_x = get_group_id(0) - tile_y * tiles_x;
    __global const float *image_from = level_from(image, levels, width, height, level);
    __global float *to = levels + CHANNELS * level_place(width, height, level + 1u);
    __local float *from = smaller, *here = larger;
    uint pitch = 0;
    for (uint k = 1, w = w0, h = h0; k <= DEPTH && (w > 1u || h > 1u); ++k, w = halved(w, 1u), h = halved(h, 1u)) {
        const uint shift = DEPTH - k, own = 1u << shift, x0 = tile_x << shift, y0 = tile_y << shift, across = halved(w, 1u);
        const uint columns = extent(w0, k, x0), rows = extent(h0, k, y0);
        for (uint i = get_local_id(0); i < rows << shift; i += get_local_size(0))
            for (uint column = i % own, row = i >> shift; column < columns; column += own) { /* twice where there are more */
                const uint x = x0 + column, y = y0 + row;
                const texel v = k == 1u ? footprint(image_from, (size_t)2 * y * w + 2 * x, w, w, h, x, y)
                                        : footprint(from, 2u * row * pitch + 2u * column, pitch, w, h, x, y);
                STORE(v, here, row * columns + column);
                if (column < own && row < own) STORE(v, to, y * across + x);
            }
        barrier(CLK_LOCAL_MEM_FENCE);
        to += CHANNELS * (size_t)across * halved(h, 1u);
        pitch = columns;
        from = here;
        here = from == larger ? smaller : larger;
    }
}
