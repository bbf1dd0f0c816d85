/* mips/block: a work-group's tile of DEPTH levels, two at a time from 4 x 4 texels (block.cl).
 * SPDX-License-Identifier: MIT
 */
#ifndef MIPS_BLOCK_H
#define MIPS_BLOCK_H

#include "mips/mips.h"

#define ACROSS (1u << (DEPTH - 2)) /* texels per side of a work-group's second level */

typedef struct {
    texel a, b, c, d;
} four;

/* Loads CHANNELS aligned vectors of 16 bytes from `at` on, a multiple of 4. A vload4 does not imply alignment
 * and may become four loads. The result is not returned, because LLVM's code for a returned structure
 * confuses one memory checker.
 */
static inline void __attribute__((__overloadable__))
load_four(__global const float *from, size_t at, four *to) {
    __global const float4 *v = (__global const float4 *)(from + CHANNELS * at);
#if CHANNELS == 1
    const float4 all = v[0];
    *to = (four){all.x, all.y, all.z, all.w};
#elif CHANNELS == 2
    const float4 left = v[0], right = v[1];
    *to = (four){left.lo, left.hi, right.lo, right.hi};
#elif CHANNELS == 3
    const float4 left = v[0], middle = v[1], right = v[2];
    *to = (four){left.xyz, (float3)(left.w, middle.xy), (float3)(middle.zw, right.x), right.yzw};
#else
    *to = (four){v[0], v[1], v[2], v[3]};
#endif
}
static inline void __attribute__((__overloadable__))
load_four(__local const float *from, size_t at, four *to) {
    *to = (four){LOAD(from, at), LOAD(from, at + 1), LOAD(from, at + 2), LOAD(from, at + 3)};
}

/* `at`, the number of the first texel, is even. */
static inline void store_two(texel a, texel b, __global float *to, uint at) {
#if CHANNELS == 1
    *(__global float2 *)(to + at) = (float2)(a, b);
#elif CHANNELS == 2
    *(__global float4 *)(to + 2u * at) = (float4)(a, b);
#else
    STORE(a, to, at);
    STORE(b, to, at + 1u);
#endif
}

/* Makes one texel of 4 x 4, given by rows. Stores the 2 x 2 of the level between from `at` on, in rows of
 * `across` texels. Rows are joined first: bit-identical to local.
 */
static inline texel block(four r0, four r1, four r2, four r3, __global float *to, uint at, uint across) {
    const texel v00 = join(join(r0.a, r0.b), join(r1.a, r1.b)),
                v01 = join(join(r0.c, r0.d), join(r1.c, r1.d));
    const texel v10 = join(join(r2.a, r2.b), join(r3.a, r3.b)),
                v11 = join(join(r2.c, r2.d), join(r3.c, r3.d));
    store_two(v00, v01, to, at);
    store_two(v10, v11, to, at + across);
    return join(join(v00, v01), join(v10, v11));
}

/* `larger` is for the tile's second level, `smaller` for its fourth. Returns its texel of the last level. All
 * levels together have less than 2^31 texels; the picture may have 2^32. Inlined because of defect D16.
 */
__attribute__((always_inline)) static inline texel block_tile(__global const float *image,
                                                              __global float *levels, uint width, uint height,
                                                              uint scale, __local float *larger,
                                                              __local float *smaller) {
    const uint level = level_of(scale), w = width >> level, h = height >> level;
    __global const float *image_from = level_from(image, levels, width, height, level);
    const uint tiles_x = w >> DEPTH, tile_y = get_group_id(0) / tiles_x,
               tile_x = get_group_id(0) - tile_y * tiles_x;
    uint across = w / 4u, count = across * (h / 4u); /* of the second level: texels per row, and in total */
    __global float *one = levels + CHANNELS * level_place(width, height, level + 1u),
                   *two = one + CHANNELS * (size_t)4 * count;
    for (uint i = get_local_id(0); i < ACROSS * ACROSS; i += get_local_size(0)) {
        const uint x = tile_x * ACROSS + i % ACROSS, y = tile_y * ACROSS + i / ACROSS;
        const size_t first = (size_t)4 * y * w + 4u * x;
        four r0, r1, r2, r3;
        load_four(image_from, first, &r0);
        load_four(image_from, first + w, &r1);
        load_four(image_from, first + 2u * w, &r2);
        load_four(image_from, first + 3u * w, &r3);
        const texel v = block(r0, r1, r2, r3, one, 4u * y * across + 2u * x, 2u * across);
        STORE(v, two, y * across + x);
        STORE(v, larger, i);
    }
    __local float *from = larger, *here = smaller;
    for (uint side = ACROSS / 4u; side > 0u;
         side /= 4u) { /* two more levels, side x side texels of this work-group */
        one = two + CHANNELS * (size_t)count;
        across /= 4u;
        count /= 16u;
        two = one + CHANNELS * (size_t)4 * count;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = get_local_id(0); i < side * side; i += get_local_size(0)) {
            const uint column = i % side, row = i / side, x = tile_x * side + column, y = tile_y * side + row;
            const uint first = 16u * row * side + 4u * column;
            four r0, r1, r2, r3;
            load_four(from, first, &r0);
            load_four(from, first + 4u * side, &r1);
            load_four(from, first + 8u * side, &r2);
            load_four(from, first + 12u * side, &r3);
            const texel v = block(r0, r1, r2, r3, one, 4u * y * across + 2u * x, 2u * across);
            STORE(v, two, y * across + x);
            STORE(v, here, i);
        }
        __local float *other = from;
        from = here;
        here = other;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    texel last = LOAD(from, 0);
#if DEPTH % 2 == 1 /* one more, from the last 2 x 2 */
    last = join(join(last, LOAD(from, 1)), join(LOAD(from, 2), LOAD(from, 3)));
    if (get_local_id(0) == 0u) STORE(last, two + CHANNELS * (size_t)count, tile_y * tiles_x + tile_x);
#endif
    return last;
}

#endif
