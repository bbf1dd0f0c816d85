/* mips: the levels of a picture, each half as large, down to one texel.
 * SPDX-License-Identifier: MIT
 *
 *   image[height, width, channels]  ->  levels[texels, channels]: level 1, level 2, ... (mips.h)
 *
 * Every launch reads the level of `scale` and writes at least the next one, which has at most 2^30 texels.
 */
#include "mips/mips.h"

__kernel void mips_level(__global const float *image, __global float *levels, uint width, uint height, uint scale) {
    const uint level = level_of(scale), w = halved(width, level), h = halved(height, level), across = halved(w, 1u);
    const uint i = get_global_id(0);
    if (i >= across * halved(h, 1u)) return;
    const uint x = i % across, y = i / across;
    const texel v = footprint(level_from(image, levels, width, height, level), (size_t)2 * y * w + 2 * x, w, w, h, x, y);
    STORE(v, levels + CHANNELS * level_place(width, height, level + 1u), i);
}

__kernel void mips_rest(__global const float *image, __global float *levels, uint width, uint height, uint scale) {
    for (uint level = level_of(scale); width >> level > 1u || height >> level > 1u; ++level) {
        const uint w = halved(width, level), h = halved(height, level), across = halved(w, 1u);
        __global const float *from = level_from(image, levels, width, height, level);
        __global float *to = levels + CHANNELS * level_place(width, height, level + 1u);
        for (uint i = get_local_id(0); i < across * halved(h, 1u); i += get_local_size(0)) {
            const uint x = i % across, y = i / across;
            STORE(footprint(from, (size_t)2 * y * w + 2 * x, w, w, h, x, y), to, i);
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
