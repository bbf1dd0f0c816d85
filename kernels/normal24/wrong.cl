/* normal24: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of normal24.cl. The right parts are written as in normal24_add.
 */
#include "normal24/normal24.h"

static inline float base_of(uint bits) {
    return as_float(ONE_BITS + ((23u - bits) << 23));
}

static inline float decode(uint steps, uint bits) {
    if (steps >> bits) return 1.0f;
    return as_float(ONE_BITS | steps << (23u - bits)) - 1.0f;
}

static inline void decode_word(__global float *restrict value, uint word, size_t i) {
    for (uint c = 0; c < PARTS; ++c) value[i * PARTS + c] = signed_as(decode(get(word, c), bits_of(c)), word, c);
}

/* The published form: 1 is looked for before the addition. 0x3f7fffff is below 1, and its sum rounds up to 2: the mantissa of
 * that is 0. The float next to 1 becomes 0. */
static inline uint before_encode(float m, uint bits) {
    if (m >= 1.0f) return 1u << bits;
    return as_uint(m + base_of(bits)) & ((1u << bits) - 1u);
}

__kernel void normal24_before(__global const float *restrict x, __global const uchar *restrict stencil,
                              __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c)
        word |= put(before_encode(magnitude(x[i * PARTS + c]), bits_of(c)), x[i * PARTS + c], c);
    code[i] = word;
    decode_word(value, word, i);
}

/* The test for 2 clamps what is above 1, so why clamp at all? Because -0.3 then decodes to 0.4, and NaN to 0.5. */
static inline uint above_encode(float v, uint bits) {
    const float sum = v + base_of(bits);
    return sum >= base_of(bits) + 1.0f ? 1u << bits : as_uint(sum) & ((1u << bits) - 1u);
}

__kernel void normal24_above_only(__global const float *restrict x, __global const uchar *restrict stencil,
                                  __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c) {
        const float v = x[i * PARTS + c];
        word |= put(above_encode(HAS_SIGN ? fabs(v) : v, bits_of(c)), v, c);
    }
    code[i] = word;
    decode_word(value, word, i);
}

/* The bits are cut in place of rounded: twice the largest error, and the mean of many values is too small. */
__kernel void normal24_cut(__global const float *restrict x, __global const uchar *restrict stencil,
                           __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c) {
        const float v = x[i * PARTS + c];
        word |= put((uint)(fmin(magnitude(v), 1.0f) * (float)(1u << bits_of(c))), v, c);
    }
    code[i] = word;
    decode_word(value, word, i);
}

/* Above 2 in place of from 2 on: exactly 1 becomes 0. */
static inline uint above_two_encode(float m, uint bits) {
    const float sum = m + base_of(bits);
    return sum > base_of(bits) + 1.0f ? 1u << bits : as_uint(sum) & ((1u << bits) - 1u);
}

__kernel void normal24_above_two(__global const float *restrict x, __global const uchar *restrict stencil,
                                 __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c)
        word |= put(above_two_encode(magnitude(x[i * PARTS + c]), bits_of(c)), x[i * PARTS + c], c);
    code[i] = word;
    decode_word(value, word, i);
}

/* The bit for 1 is put under the exponent with the others: it is there already, and 1 decodes to 0. */
__kernel void normal24_one_lost(__global const float *restrict x, __global const uchar *restrict stencil,
                                __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c) {
        const float v = x[i * PARTS + c], sum = magnitude(v) + base_of(bits_of(c));
        const bool one = sum >= base_of(bits_of(c)) + 1.0f;
        word |= put(one ? 1u << bits_of(c) : as_uint(sum) & ((1u << bits_of(c)) - 1u), v, c);
    }
    code[i] = word;
    for (uint c = 0; c < PARTS; ++c) {
        const float m = as_float(ONE_BITS | get(word, c) << (23u - bits_of(c))) - 1.0f;
        value[i * PARTS + c] = signed_as(m, word, c);
    }
}
