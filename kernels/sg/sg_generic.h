/* crosslane sub-group layer: what follows from shuffle and ballot on any backend.
 * SPDX-License-Identifier: MIT
 */

/* Masks relative to the calling lane. */
SG_FN sg_mask sg_mask_eq(sg_t sg) {
    return sg_mask_lane(sg_lane(sg));
}
SG_FN sg_mask sg_mask_lt(sg_t sg) {
    return sg_mask_below(sg_lane(sg));
}
SG_FN sg_mask sg_mask_le(sg_t sg) {
    return sg_mask_to(sg_lane(sg));
}
SG_FN sg_mask sg_mask_gt(sg_t sg) {
    return SG_MASK_FULL & ~sg_mask_to(sg_lane(sg));
}
SG_FN sg_mask sg_mask_ge(sg_t sg) {
    return SG_MASK_FULL & ~sg_mask_below(sg_lane(sg));
}

SG_FN int sg_any(sg_t sg, int p) {
    return SG_PICK(SG_NATIVE_ANY)(SG_N_ANY(p) != 0, !sg_mask_none(sg_ballot(sg, p)));
}
SG_FN int sg_all(sg_t sg, int p) {
    return SG_PICK(SG_NATIVE_ALL)(SG_N_ALL(p) != 0, sg_mask_none(sg_ballot(sg, p == 0)));
}

/* Lowest and highest lane whose p is not 0; SG_WIDTH when there is none. */
SG_FN uint sg_first(sg_t sg, int p) {
    return SG_PICK(SG_NATIVE_FIRST)(SG_N_FIRST(p), sg_mask_lowest(sg_ballot(sg, p)));
}
SG_FN uint sg_last(sg_t sg, int p) {
    return SG_PICK(SG_NATIVE_LAST)(SG_N_LAST(p), sg_mask_highest(sg_ballot(sg, p)));
}
/* 1 on the lowest lane whose p is not 0, and only there. */
SG_FN int sg_elect(sg_t sg, int p) {
    return sg_first(sg, p) == sg_lane(sg);
}

/* Lanes without a source keep their own value. */
#define SG_STAMP_MOVES(T, U, N)                                                                              \
    SG_FN T sg_shuffle_xor(sg_t sg, T v, uint m) {                                                           \
        return sg_shuffle(sg, v, sg_lane(sg) ^ m);                                                           \
    }                                                                                                        \
    SG_FN T sg_shuffle_up(sg_t sg, T v, uint d) {                                                            \
        const uint lane = sg_lane(sg);                                                                       \
        return sg_shuffle(sg, v, lane >= d ? lane - d : lane);                                               \
    }                                                                                                        \
    SG_FN T sg_shuffle_down(sg_t sg, T v, uint d) {                                                          \
        const uint lane = sg_lane(sg);                                                                       \
        return sg_shuffle(sg, v, d < SG_WIDTH - lane ? lane + d : lane);                                     \
    }                                                                                                        \
    SG_FN T sg_rotate(sg_t sg, T v, uint d) {                                                                \
        return sg_shuffle(sg, v, (sg_lane(sg) + d) & (SG_WIDTH - 1u));                                       \
    }                                                                                                        \
    SG_FN T sg_broadcast(sg_t sg, T v, uint i) {                                                             \
        return sg_shuffle(sg, v, i);                                                                         \
    }
#if SG_USES_LOCAL
SG_TYPES_ALL(SG_STAMP_MOVES)
#endif

/* Squares of four consecutive lanes, 0 1 above 2 3. */
#define sg_quad_swap_x(sg, v) sg_shuffle_xor(sg, v, 1u)
#define sg_quad_swap_y(sg, v) sg_shuffle_xor(sg, v, 2u)
#define sg_quad_swap_diagonal(sg, v) sg_shuffle_xor(sg, v, 3u)
#define sg_quad_broadcast(sg, v, i) sg_shuffle(sg, v, (sg_lane(sg) & ~3u) | ((uint)(i)&3u))

/* v of the lowest or highest lane whose p is not 0; of lane 0 when there is none. */
#define sg_broadcast_first(sg, v, p) sg_broadcast(sg, v, sg_first(sg, p) & (SG_WIDTH - 1u))
#define sg_broadcast_last(sg, v, p) sg_broadcast(sg, v, sg_last(sg, p) & (SG_WIDTH - 1u))

/* all_equal, match: bits are compared, so NaN equals itself and +0 is not -0. */
#define SG_STAMP_BITS_1(T, as_bits)                                                                          \
    SG_FN int sg_all_equal(sg_t sg, T v) {                                                                   \
        const uint bits = as_bits(v);                                                                        \
        return SG_PICK(SG_NATIVE_ALL_EQUAL_UINT)(SG_N_ALL_EQUAL(bits) != 0,                                  \
                                                 sg_all(sg, bits == sg_broadcast(sg, bits, 0)));             \
    }
#define SG_STAMP_BITS_2(T)                                                                                   \
    SG_FN int sg_all_equal(sg_t sg, T v) {                                                                   \
        const ulong bits = as_ulong(v);                                                                      \
        return sg_all(sg, bits == sg_broadcast(sg, bits, 0));                                                \
    }
SG_STAMP_BITS_1(int, as_uint)
SG_STAMP_BITS_1(uint, as_uint)
SG_STAMP_BITS_1(float, as_uint)
SG_STAMP_BITS_2(long)
SG_STAMP_BITS_2(ulong)
#if SG_HAS_FP16
SG_STAMP_BITS_1(half, as_ushort)
#endif
#if SG_HAS_FP64
SG_STAMP_BITS_2(double)
#endif
#define sg_match_all(sg, v) sg_all_equal(sg, v)

SG_STAMP_MATCH(int, uint, as_uint)
SG_STAMP_MATCH(uint, uint, as_uint)
SG_STAMP_MATCH(float, uint, as_uint)
SG_STAMP_MATCH(long, ulong, as_ulong)
SG_STAMP_MATCH(ulong, ulong, as_ulong)
#if SG_HAS_FP16
SG_STAMP_MATCH(half, ushort, as_ushort)
#endif
#if SG_HAS_FP64
SG_STAMP_MATCH(double, ulong, as_ulong)
#endif
