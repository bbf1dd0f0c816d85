/* mips: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of mips_level, of mips_tile, and of mips_once_local.
 */
#include "sg/sg.h"
#include "common/lane_tile.h"
#include "mips/local.h"
#include "mips/once.h"

/* A side of n, rounded down to an even one: no third texel. */
static inline uint without_last(uint n) {
    return n > 1u ? n / 2u * 2u : n;
}

/* Footprints of 2 for odd sides too: the last row and column never count. */
__kernel void mips_two(__global const float *image, __global float *levels, uint width, uint height, uint scale) {
    const uint level = level_of(scale), w = halved(width, level), h = halved(height, level), across = halved(w, 1u);
    const uint i = get_global_id(0);
    if (i >= across * halved(h, 1u)) return;
    const uint x = i % across, y = i / across;
    const texel v = footprint(level_from(image, levels, width, height, level), (size_t)2 * y * w + 2 * x, w,
                                     without_last(w), without_last(h), x, y);
    STORE(v, levels + CHANNELS * level_place(width, height, level + 1u), i);
}

/* Footprints of 3 with the weights of the first texel for all of them. */
__kernel void mips_weights(__global const float *image, __global float *levels, uint width, uint height, uint scale) {
    const uint level = level_of(scale), w = halved(width, level), h = halved(height, level), across = halved(w, 1u);
    const uint i = get_global_id(0);
    if (i >= across * halved(h, 1u)) return;
    const uint x = i % across, y = i / across;
    const texel v = footprint(level_from(image, levels, width, height, level), (size_t)2 * y * w + 2 * x, w, w, h, 0u, 0u);
    STORE(v, levels + CHANNELS * level_place(width, height, level + 1u), i);
}

/* Stops where the shorter side has come to 1. */
__kernel void mips_short(__global const float *image, __global float *levels, uint width, uint height, uint scale) {
    const uint level = level_of(scale), w = halved(width, level), h = halved(height, level), across = halved(w, 1u);
    const uint i = get_global_id(0);
    if (w == 1u || h == 1u || i >= across * halved(h, 1u)) return;
    const uint x = i % across, y = i / across;
    const texel v = footprint(level_from(image, levels, width, height, level), (size_t)2 * y * w + 2 * x, w, w, h, x, y);
    STORE(v, levels + CHANNELS * level_place(width, height, level + 1u), i);
}

/* mips_tile, but the texel below is below * apart lanes away (2 apart^2 would be right), and with `thin` a side that has come
 * to 1 is not looked at. */
static inline void make_tile(sg_t sg, __global const float *image, __global float *levels, uint width, uint height, uint scale,
                             uint end, uint below, bool thin) {
    uint level = level_of(scale), w = halved(width, level), h = halved(height, level);
    const uint tiles_x = (halved(w, 1u) + SQUARE_ACROSS - 1u) / SQUARE_ACROSS, tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint2 lane = square_place(sg_lane(sg));
    const uint x = tile % tiles_x * SQUARE_ACROSS + lane.x, y = tile / tiles_x * (SG_WIDTH / SQUARE_ACROSS) + lane.y;
    __global float *to = levels + CHANNELS * level_place(width, height, level + 1u);
    texel v = 0.0f;
    if (x < halved(w, 1u) && y < halved(h, 1u)) {
        v = footprint(level_from(image, levels, width, height, level), (size_t)2 * y * w + 2 * x, w, w, h, x, y);
        STORE(v, to, (size_t)y * halved(w, 1u) + x);
    }
    for (uint apart = 1; scale * apart * 2u < end; apart *= 2u) {
        to += CHANNELS * (size_t)halved(w, 1u) * halved(h, 1u);
        w = halved(w, 1u);
        h = halved(h, 1u);
        const texel beside = sg_shuffle_xor(sg, v, apart * apart);
        v = w > 1u || thin ? join(v, beside) : v;
        const texel lower = sg_shuffle_xor(sg, v, min(below * apart, SG_WIDTH - 1u));
        v = h > 1u || thin ? join(v, lower) : v;
        const uint out_x = x / apart / 2u, out_y = y / apart / 2u;
        if ((lane.x | lane.y) % (2u * apart) == 0u && out_x < halved(w, 1u) && out_y < halved(h, 1u))
            STORE(v, to, (size_t)out_y * halved(w, 1u) + out_x);
    }
}

/* Lanes taken for rows, one after the other: the texel below is as many lanes away as the tile is across. */
SG_KERNEL void mips_rows(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         uint end SG_PARAMS) {
    SG_BEGIN(sg);
    make_tile(sg, image, levels, width, height, scale, end, SQUARE_ACROSS, false);
}

/* A side that has come to 1 is halved with what lies beside the picture. */
SG_KERNEL void mips_thin(__global const float *image, __global float *levels, uint width, uint height, uint scale,
                         uint end SG_PARAMS) {
    SG_BEGIN(sg);
    make_tile(sg, image, levels, width, height, scale, end, 2u, true);
}

/* Work-groups that have no texel of the last level do not count themselves: nobody comes to all of them, and no more levels
 * are made. */
__kernel void mips_uncounted(__global const float *image, __global float *levels, __global uint *states, uint width,
                             uint height, uint scale, __local float *larger, __local float *smaller, __local uint *last) {
    __local const float *own = local_tile(image, levels, width, height, scale, larger, smaller);
    const uint2 tile = local_place(width, scale);
    const uint level = level_of(scale) + DEPTH, at = tile.y * halved(width, level) + tile.x;
    once_finish(levels, states, width, height, level, own != 0, at, own ? LOAD(own, 0) : (texel)(0.0f), own != 0, larger,
                smaller, last);
}
