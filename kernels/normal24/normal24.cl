/* normal24: floats in [0, 1] as 24 bits, and related forms.
 * SPDX-License-Identifier: MIT
 *
 *   x[n, parts], stencil[n]  ->  code[n], value[n, parts]
 *
 * Each kernel encodes and decodes its own code. All give the same bits in every form (FORM, README.md). A work-item
 * has a word. Requires: additions rounded to nearest even, as in OpenCL's full profile. No sub-groups.
 */
#include "normal24/normal24.h"

/* Between 2^k and 2^(k+1) floats are 2^(k-23) apart. So m + 2^k, with k = 23 - bits, is m rounded to steps of 2^-bits,
 * which its low mantissa bits count. Values may round up to the end of the range, so the *sum* is tested, not m. */
static inline uint add_encode(float m, uint bits) {
    const float base = as_float(ONE_BITS + ((23u - bits) << 23));
    const float sum = m + base;
    return sum >= base + 1.0f ? 1u << bits : as_uint(sum) & ((1u << bits) - 1u);
}

/* The mantissa with the exponent of 1, minus 1. */
static inline float add_decode(uint steps, uint bits) {
    if (steps >> bits) return 1.0f;
    return as_float(ONE_BITS | steps << (23u - bits)) - 1.0f;
}

__kernel void normal24_add(__global const float *restrict x, __global const uchar *restrict stencil,
                           __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c) word |= put(add_encode(magnitude(x[i * PARTS + c]), bits_of(c)), x[i * PARTS + c], c);
    code[i] = word;
    for (uint c = 0; c < PARTS; ++c) value[i * PARTS + c] = signed_as(add_decode(get(word, c), bits_of(c)), word, c);
}

/* The bits of positive floats are integers in order, without gaps even at powers of two. So the sum's bits minus those
 * of 2^k count the steps including 2^bits, without a test. */
static inline uint subtract_encode(float m, uint bits) {
    const uint base = ONE_BITS + ((23u - bits) << 23);
    return as_uint(fmin(m, 1.0f) + as_float(base)) - base;
}

static inline float subtract_decode(uint steps, uint bits) {
    return as_float(ONE_BITS + (steps << (23u - bits))) - 1.0f;
}

__kernel void normal24_subtract(__global const float *restrict x, __global const uchar *restrict stencil,
                                __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c)
        word |= put(subtract_encode(magnitude(x[i * PARTS + c]), bits_of(c)), x[i * PARTS + c], c);
    code[i] = word;
    for (uint c = 0; c < PARTS; ++c) value[i * PARTS + c] = signed_as(subtract_decode(get(word, c), bits_of(c)), word, c);
}

/* Scaling by a power of two is exact. */
static inline uint scale_encode(float m, uint bits) {
    return convert_uint_rte(fmin(m, 1.0f) * (float)(1u << bits));
}

static inline float scale_decode(uint steps, uint bits) {
    return (float)steps * as_float(ONE_BITS - (bits << 23));
}

__kernel void normal24_scale(__global const float *restrict x, __global const uchar *restrict stencil,
                             __global uint *restrict code, __global float *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = stencil_of(stencil, i);
    for (uint c = 0; c < PARTS; ++c) word |= put(scale_encode(magnitude(x[i * PARTS + c]), bits_of(c)), x[i * PARTS + c], c);
    code[i] = word;
    for (uint c = 0; c < PARTS; ++c) value[i * PARTS + c] = signed_as(scale_decode(get(word, c), bits_of(c)), word, c);
}
