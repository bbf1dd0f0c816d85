/* Sets of lanes.
 * SPDX-License-Identifier: MIT
 *
 * sg_mask is opaque (a uint up to 32 lanes, a ulong for 64, a uint4 for 128), so kernels cannot truncate a
 * wide ballot. Bits at and above SG_WIDTH are always 0. A lane argument may be any number: a lane from
 * SG_WIDTH on (sg_first's "none") is in no mask, and every lane is below it.
 */
#if SG_WIDTH <= 32
typedef uint sg_mask;
#define SG_MASK_FULL (0xffffffffu >> (32 - SG_WIDTH))
#define SG_MASK_ONE 1u
#define SG_MASK_TOP 31u
#elif SG_WIDTH == 64
typedef ulong sg_mask;
#define SG_MASK_FULL 0xfffffffffffffffful
#define SG_MASK_ONE 1ul
#define SG_MASK_TOP 63u
#else
typedef uint4 sg_mask;
#define SG_MASK_FULL ((uint4)(0xffffffffu))
#endif

SG_FN sg_mask sg_mask_full(void) {
    return SG_MASK_FULL;
}
SG_FN sg_mask sg_mask_empty(void) {
    return (sg_mask)(0);
}
SG_FN sg_mask sg_mask_and(sg_mask sg_a, sg_mask sg_b) {
    return sg_a & sg_b;
}
SG_FN sg_mask sg_mask_or(sg_mask sg_a, sg_mask sg_b) {
    return sg_a | sg_b;
}
SG_FN sg_mask sg_mask_andnot(sg_mask sg_a, sg_mask sg_b) {
    return sg_a & ~sg_b;
}
SG_FN sg_mask sg_mask_xor(sg_mask sg_a, sg_mask sg_b) {
    return sg_a ^ sg_b;
}
SG_FN sg_mask sg_mask_not(sg_mask sg_m) {
    return SG_MASK_FULL & ~sg_m;
}

#if SG_WIDTH <= 64

SG_FN int sg_mask_none(sg_mask sg_m) {
    return sg_m == 0;
}
SG_FN uint sg_mask_count(sg_mask sg_m) {
    return (uint)popcount(sg_m);
}
/* OpenCL C 1.2 has no ctz, but compilers recognise this form. For the empty mask a bit above the lanes is set
 * first; a type without such a bit counts SG_WIDTH anyway. */
SG_FN uint sg_mask_lowest(sg_mask sg_m) {
#if SG_WIDTH < 32
    sg_m |= SG_MASK_ONE << SG_WIDTH;
#endif
    return (uint)popcount(~sg_m & (sg_m - SG_MASK_ONE));
}
SG_FN uint sg_mask_highest(sg_mask sg_m) {
    return sg_m == 0 ? (uint)SG_WIDTH : SG_MASK_TOP - (uint)clz(sg_m);
}
SG_FN int sg_mask_bit(sg_mask sg_m, uint sg_i) {
    return sg_i < SG_WIDTH ? (int)((sg_m >> sg_i) & SG_MASK_ONE) : 0;
}
SG_FN sg_mask sg_mask_lane(uint sg_i) {
    return sg_i < SG_WIDTH ? SG_MASK_ONE << sg_i : (sg_mask)0;
}
SG_FN sg_mask sg_mask_clear_lowest(sg_mask sg_m) {
    return sg_m & (sg_m - SG_MASK_ONE);
}
/* sg_mask_to shifts twice, which is defined for lane 31 of 32 (63 of 64) too. */
SG_FN sg_mask sg_mask_below(uint sg_i) {
    return sg_i < SG_WIDTH ? (SG_MASK_ONE << sg_i) - SG_MASK_ONE : SG_MASK_FULL;
}
SG_FN sg_mask sg_mask_to(uint sg_i) {
    return sg_i < SG_WIDTH ? ((SG_MASK_ONE << sg_i) << 1) - SG_MASK_ONE : SG_MASK_FULL;
}
SG_FN uint4 sg_mask_words(sg_mask sg_m) {
#if SG_WIDTH == 64
    return (uint4)((uint)sg_m, (uint)(sg_m >> 32), 0u, 0u);
#else
    return (uint4)(sg_m, 0u, 0u, 0u);
#endif
}
SG_FN sg_mask sg_mask_from_words(uint4 sg_w) {
#if SG_WIDTH == 64
    return ((ulong)SG_AT(sg_w, 1) << 32) | SG_AT(sg_w, 0);
#else
    return SG_AT(sg_w, 0) & SG_MASK_FULL;
#endif
}

#else

SG_FN int sg_mask_none(sg_mask sg_m) {
    return (SG_AT(sg_m, 0) | SG_AT(sg_m, 1) | SG_AT(sg_m, 2) | SG_AT(sg_m, 3)) == 0;
}
SG_FN uint sg_mask_count(sg_mask sg_m) {
    uint4 sg_c = popcount(sg_m);
    return SG_AT(sg_c, 0) + SG_AT(sg_c, 1) + SG_AT(sg_c, 2) + SG_AT(sg_c, 3);
}
SG_FN uint sg_mask_lowest(sg_mask sg_m) {
    uint sg_word = SG_AT(sg_m, 0) != 0   ? SG_AT(sg_m, 0)
                   : SG_AT(sg_m, 1) != 0 ? SG_AT(sg_m, 1)
                   : SG_AT(sg_m, 2) != 0 ? SG_AT(sg_m, 2)
                                         : SG_AT(sg_m, 3);
    uint sg_base = SG_AT(sg_m, 0) != 0 ? 0u : SG_AT(sg_m, 1) != 0 ? 32u : SG_AT(sg_m, 2) != 0 ? 64u : 96u;
    /* Counts the bits below the lowest one, as above; clz triggers defect D9. */
    return sg_word == 0 ? (uint)SG_WIDTH : sg_base + popcount(~sg_word & (sg_word - 1u));
}
SG_FN uint sg_mask_highest(sg_mask sg_m) {
    uint sg_word = SG_AT(sg_m, 3) != 0   ? SG_AT(sg_m, 3)
                   : SG_AT(sg_m, 2) != 0 ? SG_AT(sg_m, 2)
                   : SG_AT(sg_m, 1) != 0 ? SG_AT(sg_m, 1)
                                         : SG_AT(sg_m, 0);
    uint sg_base = SG_AT(sg_m, 3) != 0 ? 96u : SG_AT(sg_m, 2) != 0 ? 64u : SG_AT(sg_m, 1) != 0 ? 32u : 0u;
    return sg_word == 0 ? (uint)SG_WIDTH : sg_base + 31u - clz(sg_word);
}
SG_FN int sg_mask_bit(sg_mask sg_m, uint sg_i) {
    uint sg_word = sg_i < 64 ? (sg_i < 32 ? SG_AT(sg_m, 0) : SG_AT(sg_m, 1))
                             : (sg_i < 96 ? SG_AT(sg_m, 2) : SG_AT(sg_m, 3));
    return sg_i < SG_WIDTH ? (int)((sg_word >> (sg_i & 31u)) & 1u) : 0;
}
/* A word loses its lowest bit only if all lower words are 0. */
SG_FN sg_mask sg_mask_clear_lowest(sg_mask sg_m) {
    const uint sg_first2 = SG_AT(sg_m, 0) | SG_AT(sg_m, 1);
    return sg_m & (uint4)(SG_AT(sg_m, 0) - 1u, SG_AT(sg_m, 1) - (SG_AT(sg_m, 0) == 0),
                          SG_AT(sg_m, 2) - (sg_first2 == 0),
                          SG_AT(sg_m, 3) - ((sg_first2 | SG_AT(sg_m, 2)) == 0));
}
/* A lane of 128 or more is in none of the words and above all of them. */
SG_FN sg_mask sg_mask_lane(uint sg_i) {
    uint4 sg_word = (uint4)(sg_i >> 5);
    uint4 sg_here = as_uint4(sg_word == (uint4)(0u, 1u, 2u, 3u));
    return sg_here & (uint4)(1u << (sg_i & 31u));
}
SG_FN sg_mask sg_mask_below(uint sg_i) {
    uint4 sg_word = (uint4)(sg_i >> 5);
    uint4 sg_part = as_uint4(sg_word == (uint4)(0u, 1u, 2u, 3u)) & (uint4)((1u << (sg_i & 31u)) - 1u);
    return sg_part | as_uint4(sg_word > (uint4)(0u, 1u, 2u, 3u));
}
SG_FN sg_mask sg_mask_to(uint sg_i) {
    return sg_mask_below(sg_i) | sg_mask_lane(sg_i);
}
SG_FN uint4 sg_mask_words(sg_mask sg_m) {
    return sg_m;
}
SG_FN sg_mask sg_mask_from_words(uint4 sg_w) {
    return sg_w;
}

#endif

/* Members below the lane (exclusive prefix count), and up to it (inclusive). */
SG_FN uint sg_mask_count_below(sg_mask sg_m, uint sg_i) {
    return sg_mask_count(sg_m & sg_mask_below(sg_i));
}
SG_FN uint sg_mask_count_to(sg_mask sg_m, uint sg_i) {
    return sg_mask_count(sg_m & sg_mask_to(sg_i));
}
SG_FN int sg_mask_equal(sg_mask sg_a, sg_mask sg_b) {
    return sg_mask_none(sg_a ^ sg_b);
}
/* The lane of the set bit with n set bits below it; SG_WIDTH if at most n are set. log2 W steps. */
SG_FN uint sg_mask_nth(sg_mask sg_m, uint sg_n) {
    uint sg_at = 0;
    for (uint sg_d = SG_WIDTH / 2; sg_d > 0; sg_d /= 2)
        sg_at += sg_mask_count_below(sg_m, sg_at + sg_d) <= sg_n ? sg_d : 0u;
    return sg_mask_count(sg_m) <= sg_n ? (uint)SG_WIDTH : sg_at;
}

#if SG_NATIVE_BALLOT
SG_FN sg_mask sg_ballot(sg_t sg_ctx, int sg_p) {
    return SG_N_BALLOT(sg_p);
}
#endif
