/* The layout of a word in every form (README.md).
 * SPDX-License-Identifier: MIT
 *
 * A component is a magnitude in [0, 1], in steps of 2^-bits from 0 to 2^bits, below a sign in signed forms: 1
 * + bits or 2 + bits. half3_open has no room for 2^bits itself.
 */
#ifndef NORMAL24_H
#define NORMAL24_H

#if FORM == FORM_HALF3 || FORM == FORM_HALF3_OPEN
#define PARTS 3u
#else
#define PARTS 1u
#endif
#define HAS_SIGN (PARTS == 3u || FORM == FORM_SIGN25 || FORM == FORM_SNORM24)
#define ONE_BITS 0x3f800000u /* 1.0f */

/* Mantissa bits of component c. */
static inline uint bits_of(uint c) {
    if (FORM == FORM_HALF3) return c == 2u ? 8u : 9u;
    if (FORM == FORM_HALF3_OPEN) return 9u;
    return FORM == FORM_SNORM24 ? 22u : FORM == FORM_HALF11 ? 10u : FORM == FORM_BFLOAT8 ? 7u : 23u;
}

static inline uint place_of(uint c) {
    return FORM == FORM_DEPTH_STENCIL ? 8u : FORM == FORM_HALF3_OPEN ? 10u * c : 11u * c;
}

static inline uint sign_place(uint c) {
    return place_of(c) + bits_of(c) + (FORM == FORM_HALF3_OPEN ? 0u : 1u);
}

/* 0 for NaN and, in unsigned forms, for negative values. */
static inline float magnitude(float v) {
    const float m = HAS_SIGN ? fabs(v) : v;
    return m > 0.0f ? m : 0.0f;
}

/* Puts `steps` at the position of component c. The sign is read from the bits, so -0 keeps it; NaN gets
 * none. */
static inline uint put(uint steps, float v, uint c) {
    const uint negative = HAS_SIGN && !isnan(v) ? as_uint(v) >> 31 : 0u;
    const uint fits = FORM == FORM_HALF3_OPEN ? min(steps, (1u << bits_of(c)) - 1u) : steps;
    return fits << place_of(c) | (HAS_SIGN ? negative << sign_place(c) : 0u);
}

static inline uint get(uint word, uint c) {
    return (word >> place_of(c)) & ((FORM == FORM_HALF3_OPEN ? 1u : 2u) << bits_of(c)) - 1u;
}

static inline float signed_as(float m, uint word, uint c) {
    return HAS_SIGN && (word >> sign_place(c) & 1u) ? -m : m;
}

/* The low 8 bits of depth_stencil; 0 without a stencil. */
static inline uint stencil_of(__global const uchar *stencil, size_t i) {
    return FORM == FORM_DEPTH_STENCIL && stencil ? stencil[i] : 0u;
}

#endif
