/* mips/local: a work-group's tile of DEPTH levels in local memory (local.cl).
 * SPDX-License-Identifier: MIT */
#ifndef MIPS_LOCAL_H
#define MIPS_LOCAL_H

#include "mips/mips.h"

#define STRIDE (1u << (DEPTH - 1)) /* own texels per side, of the first level */

/* How many texels of a side, k levels after that of side n, a texel of the last level needs. Back from the
 * last level even sides double the number: 2^(DEPTH - k). Each odd side adds one, doubled likewise: bits k to
 * DEPTH - 1 of n together, without n's highest bit, where the side is 1.
 */
static inline uint span(uint n, uint k) {
    const uint odd = n ^ 1u << level_of(n);
    return (1u << (DEPTH - k)) + (odd >> k) % (1u << (DEPTH - k));
}

/* From number `first` on; fewer at the level's edge. */
static inline uint extent(uint n, uint k, uint first) {
    return min(span(n, k), halved(n, k) - min(first, halved(n, k)));
}

/* Column, row. */
static inline uint2 local_place(uint width, uint scale) {
    const uint tiles_x = (halved(width, level_of(scale) + 1u) + STRIDE - 1u) / STRIDE;
    const uint y = (uint)get_group_id(0) / tiles_x;
    return (uint2)((uint)get_group_id(0) - y * tiles_x, y);
}

/* footprint_row and footprint (mips.h) for local memory: OpenCL C 1.2 has no generic pointer. */
static inline texel local_row(__local const float *from, uint at, uint n, uint i) {
    const texel a = LOAD(from, at);
    const texel b = n > 1u ? LOAD(from, at + 1u) : a;
    const texel c = n > 1u && n % 2u == 1u ? LOAD(from, at + 2u) : a;
    return join_along(a, b, c, n, i);
}

static inline texel local_footprint(__local const float *from, uint first, uint pitch, uint width,
                                    uint height, uint x, uint y) {
    const texel a = local_row(from, first, width, x);
    const texel b = height > 1u ? local_row(from, first + pitch, width, x) : a;
    const texel c = height > 1u && height % 2u == 1u ? local_row(from, first + 2u * pitch, width, x) : a;
    return join_along(a, b, c, height, y);
}

/* `larger` is for the tile's first level, `smaller` for its second. Returns its texel of the last level in
 * local memory, or NULL if it belongs to another work-group. Inlined because of defect D16.
 */
__attribute__((always_inline)) static inline __local const float *
local_tile(__global const float *image, __global float *levels, uint width, uint height, uint scale,
           __local float *larger, __local float *smaller) {
    const uint level = level_of(scale), w0 = halved(width, level), h0 = halved(height, level);
    const uint2 tile = local_place(width, scale);
    __global const float *image_from = level_from(image, levels, width, height, level);
    __global float *to = levels + CHANNELS * level_place(width, height, level + 1u);
    __local float *from = smaller, *here = larger;
    uint pitch = 0, made = 0;
    for (uint k = 1, w = w0, h = h0; k <= DEPTH && (w > 1u || h > 1u);
         ++k, w = halved(w, 1u), h = halved(h, 1u)) {
        const uint shift = DEPTH - k, own = 1u << shift, x0 = tile.x << shift, y0 = tile.y << shift,
                   across = halved(w, 1u);
        const uint columns = extent(w0, k, x0), rows = extent(h0, k, y0);
        for (uint i = get_local_id(0); i < rows << shift; i += get_local_size(0))
            for (uint column = i % own, row = i >> shift; column < columns;
                 column += own) { /* twice if there are extra columns */
                const uint x = x0 + column, y = y0 + row;
                const texel v =
                    k == 1u ? footprint(image_from, (size_t)2 * y * w + 2 * x, w, w, h, x, y)
                            : local_footprint(from, 2u * row * pitch + 2u * column, pitch, w, h, x, y);
                STORE(v, here, row * columns + column);
                if (column < own && row < own) STORE(v, to, y * across + x);
            }
        barrier(CLK_LOCAL_MEM_FENCE);
        to += CHANNELS * (size_t)across * halved(h, 1u);
        pitch = columns;
        made = min(columns, rows);
        from = here;
        here = from == larger ? smaller : larger;
    }
    return made ? from : (__local const float *)0;
}

#endif
