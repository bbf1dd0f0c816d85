/* crosslane sub-group layer: sets of lanes.
 * SPDX-License-Identifier: MIT
 *
 * sg_mask is opaque: a uint up to 32 lanes, a ulong for 64, a uint4 for 128, so a kernel that keeps to these
 * functions cannot cut a wide ballot to 32 bits. Bits at and above SG_WIDTH are always 0. Lane arguments are
 * 0 to SG_WIDTH - 1.
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
SG_FN sg_mask sg_mask_and(sg_mask a, sg_mask b) {
    return a & b;
}
SG_FN sg_mask sg_mask_or(sg_mask a, sg_mask b) {
    return a | b;
}
/* In a and not in b. */
SG_FN sg_mask sg_mask_andnot(sg_mask a, sg_mask b) {
    return a & ~b;
}

#if SG_WIDTH <= 64

SG_FN int sg_mask_none(sg_mask m) {
    return m == 0;
}
SG_FN uint sg_mask_count(sg_mask m) {
    return (uint)popcount(m);
}
/* OpenCL C 1.2 has clz only, so the lowest set bit is isolated first. SG_WIDTH for the empty mask. */
SG_FN uint sg_mask_lowest(sg_mask m) {
    return m == 0 ? (uint)SG_WIDTH : SG_MASK_TOP - (uint)clz(m & (~m + SG_MASK_ONE));
}
SG_FN uint sg_mask_highest(sg_mask m) {
    return m == 0 ? (uint)SG_WIDTH : SG_MASK_TOP - (uint)clz(m);
}
SG_FN int sg_mask_bit(sg_mask m, uint lane) {
    return (int)((m >> lane) & SG_MASK_ONE);
}
SG_FN sg_mask sg_mask_lane(uint lane) {
    return SG_MASK_ONE << lane;
}
/* The shift by lane and then by one more keeps lane 31 of 32 (63 of 64) defined. */
SG_FN sg_mask sg_mask_below(uint lane) {
    return (SG_MASK_ONE << lane) - SG_MASK_ONE;
}
SG_FN sg_mask sg_mask_to(uint lane) {
    return ((SG_MASK_ONE << lane) << 1) - SG_MASK_ONE;
}
SG_FN uint4 sg_mask_words(sg_mask m) {
#if SG_WIDTH == 64
    return (uint4)((uint)m, (uint)(m >> 32), 0u, 0u);
#else
    return (uint4)(m, 0u, 0u, 0u);
#endif
}
SG_FN sg_mask sg_mask_from_words(uint4 w) {
#if SG_WIDTH == 64
    return ((ulong)w.y << 32) | w.x;
#else
    return w.x & SG_MASK_FULL;
#endif
}

#else

SG_FN int sg_mask_none(sg_mask m) {
    return (m.x | m.y | m.z | m.w) == 0;
}
SG_FN uint sg_mask_count(sg_mask m) {
    uint4 c = popcount(m);
    return c.x + c.y + c.z + c.w;
}
SG_FN uint sg_mask_lowest(sg_mask m) {
    uint word = m.x != 0 ? m.x : m.y != 0 ? m.y : m.z != 0 ? m.z : m.w;
    uint base = m.x != 0 ? 0u : m.y != 0 ? 32u : m.z != 0 ? 64u : 96u;
    /* Not by clz as above: a compiler ends itself over that (tests/defects/lowest_of_four.cl). */
    return word == 0 ? (uint)SG_WIDTH : base + popcount(~word & (word - 1u));
}
SG_FN uint sg_mask_highest(sg_mask m) {
    uint word = m.w != 0 ? m.w : m.z != 0 ? m.z : m.y != 0 ? m.y : m.x;
    uint base = m.w != 0 ? 96u : m.z != 0 ? 64u : m.y != 0 ? 32u : 0u;
    return word == 0 ? (uint)SG_WIDTH : base + 31u - clz(word);
}
SG_FN int sg_mask_bit(sg_mask m, uint lane) {
    uint word = lane < 64 ? (lane < 32 ? m.x : m.y) : (lane < 96 ? m.z : m.w);
    return (int)((word >> (lane & 31u)) & 1u);
}
SG_FN sg_mask sg_mask_lane(uint lane) {
    uint4 word = (uint4)(lane >> 5);
    uint4 here = as_uint4(word == (uint4)(0u, 1u, 2u, 3u));
    return here & (uint4)(1u << (lane & 31u));
}
SG_FN sg_mask sg_mask_below(uint lane) {
    uint4 word = (uint4)(lane >> 5);
    uint4 part = as_uint4(word == (uint4)(0u, 1u, 2u, 3u)) & (uint4)((1u << (lane & 31u)) - 1u);
    return part | as_uint4(word > (uint4)(0u, 1u, 2u, 3u));
}
SG_FN sg_mask sg_mask_to(uint lane) {
    return sg_mask_below(lane) | sg_mask_lane(lane);
}
SG_FN uint4 sg_mask_words(sg_mask m) {
    return m;
}
SG_FN sg_mask sg_mask_from_words(uint4 w) {
    return w;
}

#endif

/* Members below the lane (an exclusive prefix count), and up to and with it (an inclusive one). */
SG_FN uint sg_mask_count_below(sg_mask m, uint lane) {
    return sg_mask_count(m & sg_mask_below(lane));
}
SG_FN uint sg_mask_count_to(sg_mask m, uint lane) {
    return sg_mask_count(m & sg_mask_to(lane));
}

#if SG_NATIVE_BALLOT
/* The lanes whose p, an int or a uint, is not 0. */
SG_FN sg_mask sg_ballot(sg_t sg, int p) {
    return SG_N_BALLOT(p);
}
#endif
