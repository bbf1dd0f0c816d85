/* normal24: the same words from the bits of a float, by integers only; the reference of `verify --exhaustive`.
 * SPDX-License-Identifier: MIT
 *
 * Shares no line with the other kernels: the layout is written a second time.
 */

#if FORM == FORM_HALF3 || FORM == FORM_HALF3_OPEN
#define COMPONENTS 3
#else
#define COMPONENTS 1
#endif

/* round(2^bits |v|) to nearest even, at most `most`; v is given by its bits. 0 for NaN, and for negative v without a
   sign. */
static inline uint exact_steps(uint v, uint bits, uint most, bool has_sign) {
    const uint exponent = v >> 23 & 0xffu, fraction = v & 0x7fffffu;
    if (exponent == 255u && fraction != 0u) return 0u;
    if (!has_sign && v >> 31) return 0u;
    if (exponent >= 127u) return most;
    /* |v| = mantissa 2^(exponent - 150): `cut` bits are below 2^-bits, at least one. */
    const uint mantissa = exponent ? fraction | 0x800000u : fraction;
    const uint cut = 150u - bits - (exponent ? exponent : 1u);
    if (cut > 25u) return 0u; /* less than half a step */
    const uint whole = mantissa >> cut, rest = mantissa - (whole << cut), half_step = 1u << (cut - 1u);
    const uint rounded = whole + (rest > half_step || (rest == half_step && whole % 2u) ? 1u : 0u);
    return rounded > most ? most : rounded;
}

/* steps / 2^bits as the bits of a float. */
static inline uint exact_value(uint steps, uint bits) {
    if (steps == 0u) return 0u;
    const uint top = 31u - clz(steps);
    return ((127u + top - bits) << 23) + ((steps << (23u - top)) - 0x800000u);
}

__kernel void normal24_exact(__global const uint *restrict x, __global const uchar *restrict stencil,
                             __global uint *restrict code, __global uint *restrict value, uint n) {
    const size_t i = get_global_id(0);
    if (i >= n) return;
    uint word = 0u, at = 0u;
#if FORM == FORM_DEPTH_STENCIL
    word = stencil ? stencil[i] : 0u;
    at = 8u;
#endif
    for (uint c = 0; c < COMPONENTS; ++c) {
#if FORM == FORM_HALF3
        const uint bits = c < 2u ? 9u : 8u, most = 1u << bits, length = bits + 2u, has_sign = 1u;
#elif FORM == FORM_HALF3_OPEN
        const uint bits = 9u, most = 511u, length = 10u, has_sign = 1u;
#elif FORM == FORM_SIGN25
        const uint bits = 23u, most = 0x800000u, length = 25u, has_sign = 1u;
#elif FORM == FORM_SNORM24
        const uint bits = 22u, most = 0x400000u, length = 24u, has_sign = 1u;
#elif FORM == FORM_HALF11
        const uint bits = 10u, most = 1024u, length = 11u, has_sign = 0u;
#elif FORM == FORM_BFLOAT8
        const uint bits = 7u, most = 128u, length = 8u, has_sign = 0u;
#else
        const uint bits = 23u, most = 0x800000u, length = 24u, has_sign = 0u;
#endif
        const uint v = x[i * COMPONENTS + c];
        const uint steps = exact_steps(v, bits, most, has_sign);
        const bool nan = (v & 0x7fffffffu) > 0x7f800000u;
        const uint sign = has_sign && !nan ? v & 0x80000000u : 0u;
        word |= (steps | (sign ? 1u << (length - 1u) : 0u)) << at;
        at += length;
        value[i * COMPONENTS + c] = exact_value(steps, bits) | sign;
    }
    code[i] = word;
}
