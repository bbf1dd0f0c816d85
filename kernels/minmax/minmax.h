/* The nearest and the farthest depth of a tile as one word (README.md).
 * SPDX-License-Identifier: MIT
 *
 * Depths are compared by their bits, which from +0 on are in the floats' order, even if denormals are
 * flushed. LOW_BITS hold the minimum or its ratio to the maximum, HIGH_BITS the maximum.
 */
#ifndef MINMAX_H
#define MINMAX_H

#include "sg/sg.h"

#if ENCODING == ENCODING_WORD
#define LOW_BITS 15u
#define HIGH_BITS 17u
#else
#define LOW_BITS 16u
#define HIGH_BITS 16u
#endif
#define LOW_TOP ((1u << LOW_BITS) - 1u)
#define PIXELS (TILE_WIDTH * TILE_HEIGHT)
#define NO_MINIMUM 0xffffffffu /* of a tile without a pixel; its maximum is 0 */
#define FARTHEST 0x3f800000u   /* 1.0; larger values are no depth */
#define MINUS_ZERO 0x80000000u /* -0.0, which counts as depth 0 */

/* A code's value must be rounded before a depth is subtracted. */
#pragma OPENCL FP_CONTRACT OFF

/* One multiplication gives the same result on every device: 2^-bits (1 + 2^-bits) is the float nearest to the
 * factor. The largest code gives 1.
 */
static inline float unit_of(uint c, uint bits) {
    return (float)c * as_float(0x3f800000u - (bits << 23) + (1u << (23u - bits)));
}

/* Relative to `scale`. */
static inline float share_of(uint c, uint bits, float scale) {
    return unit_of(c, bits) * scale;
}

static inline bool is_above(float a, float b) {
    return as_uint(a) > as_uint(b);
}

/* The largest code whose value is at most x. The loops correct the quotient, which may be off by several
 * units. */
static inline uint code_below(float x, uint bits, float scale) {
    const uint top = (1u << bits) - 1u;
    uint c = (uint)(fmin(x / scale, 1.0f) * (float)top);
    while (c > 0u && is_above(share_of(c, bits, scale), x)) --c;
    while (c < top && !is_above(share_of(c + 1u, bits, scale), x)) ++c;
    return c;
}

/* The smallest code whose value is at least x, which is at most `scale`. */
static inline uint code_above(float x, uint bits, float scale) {
    const uint c = code_below(x, bits, scale);
    return c + (is_above(x, share_of(c, bits, scale)) && c < (1u << bits) - 1u ? 1u : 0u);
}

static inline uint code_nearest(float x, uint bits, float scale) {
    const uint c = code_below(x, bits, scale);
    if (c == (1u << bits) - 1u) return c;
    return c + (share_of(c + 1u, bits, scale) - x < x - share_of(c, bits, scale) ? 1u : 0u);
}

/* With ROUNDING_CONSERVATIVE the minimum never rises. */
static inline uint code_minimum(float x, float scale) {
    return ROUNDING == ROUNDING_NEAREST ? code_nearest(x, LOW_BITS, scale) : code_below(x, LOW_BITS, scale);
}

static inline uint pack(uint low, uint high) {
    return low | high << LOW_BITS;
}

/* Only a clear tile gets (1, 0): with a ratio the maximum is rounded up, so its code is 0 only for a maximum
 * of 0, where the ratio's is 0 too. The ratio refers to the decoded maximum.
 */
static inline uint encode(uint least, uint most) {
    const float minimum = as_float(least), maximum = as_float(most);
    if (least > most) return pack(LOW_TOP, 0u);
    if (ENCODING == ENCODING_DIRECT)
        return pack(code_minimum(minimum, 1.0f), ROUNDING == ROUNDING_NEAREST
                                                     ? code_nearest(maximum, HIGH_BITS, 1.0f)
                                                     : code_above(maximum, HIGH_BITS, 1.0f));
    const uint high = code_above(maximum, HIGH_BITS, 1.0f);
    return pack(high == 0u ? 0u : code_minimum(minimum, unit_of(high, HIGH_BITS)), high);
}

/* bounds[2 * tile] is the minimum, the next one the maximum; a clear tile has 1 and 0. */
static inline void write_tile(__global uint *restrict code, __global float *restrict bounds, size_t tile,
                              uint word) {
    const uint low = word & LOW_TOP, high = word >> LOW_BITS;
    const float maximum = unit_of(high, HIGH_BITS);
    const bool by_itself = ENCODING == ENCODING_DIRECT || (low == LOW_TOP && high == 0u);
    code[tile] = word;
    bounds[2 * tile] = by_itself ? unit_of(low, LOW_BITS) : share_of(low, LOW_BITS, maximum);
    bounds[2 * tile + 1] = maximum;
}

/* width * height for a pixel outside the picture. */
static inline size_t pixel_place(uint tile, uint p, uint tiles_x, uint width, uint height) {
    const uint x = tile % tiles_x * TILE_WIDTH + p % TILE_WIDTH,
               y = tile / tiles_x * TILE_HEIGHT + p / TILE_WIDTH;
    return x < width && y < height ? (size_t)y * width + x : (size_t)height * width;
}

/* A value outside [0, 1] is an undrawn pixel. */
static inline void take(uint depth, uint *least, uint *most) {
    const uint bits = depth == MINUS_ZERO ? 0u : depth;
    if (bits > FARTHEST) return;
    *least = min(*least, bits);
    *most = max(*most, bits);
}

static inline void take_pixel(__global const uint *restrict depth, uint tile, uint p, uint tiles_x,
                              uint width, uint height, uint *least, uint *most) {
    const size_t at = pixel_place(tile, p, tiles_x, width, height);
    if (at < (size_t)height * width) take(depth[at], least, most);
}

/* Each lane gets the result. Always inlined: defect D16. */
__attribute__((always_inline)) static inline void lanes_meet(sg_t sg, uint *least, uint *most) {
    SG_SHOW(sg, "least", as_float(*least));
    SG_SHOW(sg, "most", as_float(*most));
    *least = sg_reduce_min(sg, *least);
    *most = sg_reduce_max(sg, *most);
    SG_SHOW(sg, "least of all", as_float(*least));
    SG_SHOW(sg, "most of all", as_float(*most));
}

__attribute__((always_inline)) static inline void write_sub_group(sg_t sg, __global uint *restrict code,
                                                                  __global float *restrict bounds, uint tile,
                                                                  uint tiles, uint least, uint most) {
    lanes_meet(sg, &least, &most);
    if (tile < tiles && sg_lane(sg) == 0) write_tile(code, bounds, tile, encode(least, most));
}

#endif
