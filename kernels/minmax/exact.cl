/* minmax: the same words computed with integers only, for `verify --exhaustive`.
 * SPDX-License-Identifier: MIT
 *
 * Shares no line with the other kernels. A code's value follows its definition (README.md) in 64-bit integers, with
 * explicit rounding; a code is found by bisection. A work-item has a tile.
 */

/* A float above 0: mantissa 2^exponent, mantissa in 2^23 to 2^24 - 1. */
typedef struct number {
    ulong mantissa;
    int exponent;
} number;

/* Rounds to 24 bits, half to even. */
static inline number rounded(ulong mantissa, int exponent) {
    number r = {mantissa, exponent};
    const int cut = 40 - (int)clz(mantissa); /* bits above 24 */
    if (cut < 0) {
        r.mantissa = mantissa << -cut;
    } else if (cut > 0) {
        const ulong rest = mantissa & ((1ul << cut) - 1ul), half_step = 1ul << (cut - 1);
        r.mantissa = mantissa >> cut;
        r.mantissa += rest > half_step || (rest == half_step && (r.mantissa & 1ul)) ? 1ul : 0ul;
    }
    r.exponent += cut;
    if (r.mantissa == 1ul << 24) {
        r.mantissa = 1ul << 23;
        r.exponent++;
    }
    return r;
}

static inline uint bits_of_number(number r) {
    return ((uint)(r.exponent + 150) << 23) + (uint)(r.mantissa - (1ul << 23));
}

/* The bits of c 2^-b (1 + 2^-b), rounded, times `scale`, rounded; scale.mantissa 0: no second product. */
static inline uint decoded(uint c, uint b, number scale) {
    if (c == 0u) return 0u;
    number r = rounded((ulong)c * ((1ul << b) + 1ul), -2 * (int)b);
    if (scale.mantissa) r = rounded(r.mantissa * scale.mantissa, r.exponent + scale.exponent);
    return bits_of_number(r);
}

static inline uint exact_below(uint x, uint b, number scale) {
    uint least = 0u, end = 1u << b;
    while (end - least > 1u) {
        const uint middle = (least + end) / 2u;
        if (decoded(middle, b, scale) <= x)
            least = middle;
        else
            end = middle;
    }
    return least;
}

/* A float, from its bits, in steps of 2^-60, truncated. */
static inline ulong fixed_point(uint bits) {
    const int shift = (int)(bits >> 23) - 150 + 60;
    const ulong mantissa = (bits & 0x7fffffu) | (bits >> 23 ? 0x800000u : 0u);
    return shift >= 0 ? mantissa << shift : shift > -64 ? mantissa >> -shift : 0ul;
}

/* The code nearest to x; the lower one in a tie. */
static inline uint exact_nearest(uint x, uint b, number scale) {
    const uint c = exact_below(x, b, scale);
    if (c == (1u << b) - 1u) return c;
    return c + (2ul * fixed_point(x) > fixed_point(decoded(c, b, scale)) + fixed_point(decoded(c + 1u, b, scale)) ? 1u : 0u);
}

static inline uint exact_above(uint x, uint b, number scale) {
    const uint c = exact_below(x, b, scale);
    return c + (decoded(c, b, scale) < x ? 1u : 0u);
}

__kernel void minmax_exact(__global const uint *restrict depth, __global uint *restrict code,
                           __global uint *restrict bounds, uint width, uint height, uint tiles_x, uint tiles) {
    const uint tile = get_global_id(0), left = tile % tiles_x * TILE_WIDTH, upper = tile / tiles_x * TILE_HEIGHT;
    const uint low_bits = ENCODING == ENCODING_WORD ? 15u : 16u, high_bits = 32u - low_bits;
    const number one = {0ul, 0};
    const bool direct = ENCODING == ENCODING_DIRECT, nearest = ROUNDING == ROUNDING_NEAREST;
    uint least = 0x40000000u, most = 0u;
    if (tile >= tiles) return;
    for (uint y = upper; y < upper + TILE_HEIGHT && y < height; ++y)
        for (uint x = left; x < left + TILE_WIDTH && x < width; ++x) {
            uint d = depth[(size_t)y * width + x];
            if (d == 0x80000000u) d = 0u;
            if (d > 0x3f800000u) continue;
            if (d < least) least = d;
            if (d > most) most = d;
        }
    const bool clear = least == 0x40000000u;
    uint low = (1u << low_bits) - 1u, high = 0u;
    number scale = one;
    if (!clear) {
        high = direct && nearest ? exact_nearest(most, high_bits, one) : exact_above(most, high_bits, one);
        if (!direct && high) scale = rounded((ulong)high * ((1ul << high_bits) + 1ul), -2 * (int)high_bits);
        low = !direct && !high ? 0u : nearest ? exact_nearest(least, low_bits, scale) : exact_below(least, low_bits, scale);
    }
    code[tile] = low | high << low_bits;
    bounds[2ul * tile] = decoded(low, low_bits, scale);
    bounds[2ul * tile + 1ul] = decoded(high, high_bits, one);
}
