/*
 * crosslane_normal24.h - encodes and decodes the words of the algorithm normal24 on the host.
 * SPDX-License-Identifier: MIT
 *
 * Each pair of functions is one form of kernels/normal24/README.md, which has the layouts and the largest
 * errors. The words equal the kernels' words for every float. Values are clamped to [0, 1], in signed forms
 * to [-1, 1]. NaN becomes 0.
 *
 * The header needs no library and works in C99 and C++11. It encodes with integers only, so rounding modes,
 * fast mathematics and flushed denormals do not change a word.
 */
#ifndef CROSSLANE_NORMAL24_H
#define CROSSLANE_NORMAL24_H

#include <stdint.h>
#include <string.h>

/* The steps of 2^-bits nearest to the magnitude of x, at most `most`; ties go to the even step. */
static inline uint32_t xl_normal24_steps(float x, int has_sign, uint32_t bits, uint32_t most) {
    uint32_t word, magnitude, mantissa, cut, rounded;
    memcpy(&word, &x, sizeof word);
    magnitude = word & 0x7fffffffU;
    if (magnitude > 0x7f800000U || (!has_sign && magnitude != word)) return 0;
    if (magnitude >= 0x3f800000U) return most;
    /* Less than half a step, like every denormal. */
    cut = 150U - bits - (magnitude >> 23);
    if (cut > 24U) return 0;
    mantissa = (magnitude & 0x7fffffU) | 0x800000U;
    rounded = (mantissa + (1U << (cut - 1U)) - 1U + (mantissa >> cut & 1U)) >> cut;
    return rounded < most ? rounded : most;
}

/* 1 for negative x, also -0; 0 for NaN. */
static inline uint32_t xl_normal24_sign(float x) {
    uint32_t word;
    memcpy(&word, &x, sizeof word);
    return (word & 0x7fffffffU) > 0x7f800000U ? 0U : word >> 31;
}

/* steps / 2^bits, exactly; negative if `sign` is not 0. */
static inline float xl_normal24_value(uint32_t steps, uint32_t bits, uint32_t sign) {
    const float value = steps >> bits ? 1.0F : (float)steps / (float)(1U << bits);
    return sign ? -value : value;
}

static inline uint32_t xl_unorm24_encode(float x) {
    return xl_normal24_steps(x, 0, 23, 1U << 23);
}
static inline float xl_unorm24_decode(uint32_t code) {
    return xl_normal24_value(code & 0xffffffU, 23, 0);
}

static inline uint32_t xl_half11_encode(float x) {
    return xl_normal24_steps(x, 0, 10, 1U << 10);
}
static inline float xl_half11_decode(uint32_t code) {
    return xl_normal24_value(code & 0x7ffU, 10, 0);
}

static inline uint32_t xl_bfloat8_encode(float x) {
    return xl_normal24_steps(x, 0, 7, 1U << 7);
}
static inline float xl_bfloat8_decode(uint32_t code) {
    return xl_normal24_value(code & 0xffU, 7, 0);
}

static inline uint32_t xl_depth_stencil_encode(float depth, uint8_t stencil) {
    return xl_normal24_steps(depth, 0, 23, 1U << 23) << 8 | stencil;
}
static inline float xl_depth_stencil_decode(uint32_t code) {
    return xl_normal24_value(code >> 8, 23, 0);
}
static inline uint8_t xl_depth_stencil_stencil(uint32_t code) {
    return (uint8_t)(code & 0xffU);
}

static inline uint32_t xl_sign25_encode(float x) {
    return xl_normal24_steps(x, 1, 23, 1U << 23) | xl_normal24_sign(x) << 24;
}
static inline float xl_sign25_decode(uint32_t code) {
    return xl_normal24_value(code & 0xffffffU, 23, code >> 24 & 1U);
}

static inline uint32_t xl_snorm24_encode(float x) {
    return xl_normal24_steps(x, 1, 22, 1U << 22) | xl_normal24_sign(x) << 23;
}
static inline float xl_snorm24_decode(uint32_t code) {
    return xl_normal24_value(code & 0x7fffffU, 22, code >> 23 & 1U);
}

static inline uint32_t xl_half3_encode(float x, float y, float z) {
    return xl_normal24_steps(x, 1, 9, 1U << 9) | xl_normal24_sign(x) << 10 |
           xl_normal24_steps(y, 1, 9, 1U << 9) << 11 | xl_normal24_sign(y) << 21 |
           xl_normal24_steps(z, 1, 8, 1U << 8) << 22 | xl_normal24_sign(z) << 31;
}
static inline void xl_half3_decode(uint32_t code, float values[3]) {
    values[0] = xl_normal24_value(code & 0x3ffU, 9, code >> 10 & 1U);
    values[1] = xl_normal24_value(code >> 11 & 0x3ffU, 9, code >> 21 & 1U);
    values[2] = xl_normal24_value(code >> 22 & 0x1ffU, 8, code >> 31);
}

/* Three signed components without exact -1 and 1: they become 511/512 with their sign. */
static inline uint32_t xl_half3_open_encode(float x, float y, float z) {
    return xl_normal24_steps(x, 1, 9, 511) | xl_normal24_sign(x) << 9 |
           xl_normal24_steps(y, 1, 9, 511) << 10 | xl_normal24_sign(y) << 19 |
           xl_normal24_steps(z, 1, 9, 511) << 20 | xl_normal24_sign(z) << 29;
}
static inline void xl_half3_open_decode(uint32_t code, float values[3]) {
    values[0] = xl_normal24_value(code & 0x1ffU, 9, code >> 9 & 1U);
    values[1] = xl_normal24_value(code >> 10 & 0x1ffU, 9, code >> 19 & 1U);
    values[2] = xl_normal24_value(code >> 20 & 0x1ffU, 9, code >> 29 & 1U);
}

#endif
