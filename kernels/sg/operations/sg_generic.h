/* Operations derived from shuffle and ballot on any backend.
 * SPDX-License-Identifier: MIT
 */

/* Masks relative to the calling lane. */
SG_FN sg_mask sg_mask_eq(sg_t sg_ctx) {
    return sg_mask_lane(sg_lane(sg_ctx));
}
SG_FN sg_mask sg_mask_lt(sg_t sg_ctx) {
    return sg_mask_below(sg_lane(sg_ctx));
}
SG_FN sg_mask sg_mask_le(sg_t sg_ctx) {
    return sg_mask_to(sg_lane(sg_ctx));
}
SG_FN sg_mask sg_mask_gt(sg_t sg_ctx) {
    return SG_MASK_FULL & ~sg_mask_to(sg_lane(sg_ctx));
}
SG_FN sg_mask sg_mask_ge(sg_t sg_ctx) {
    return SG_MASK_FULL & ~sg_mask_below(sg_lane(sg_ctx));
}

SG_FN int sg_any(sg_t sg_ctx, int sg_p) {
    return SG_PICK(SG_NATIVE_ANY)(SG_N_ANY(sg_p) != 0, !sg_mask_none(sg_ballot(sg_ctx, sg_p)));
}
SG_FN int sg_all(sg_t sg_ctx, int sg_p) {
    return SG_PICK(SG_NATIVE_ALL)(SG_N_ALL(sg_p) != 0, sg_mask_none(sg_ballot(sg_ctx, sg_p == 0)));
}

SG_FN uint sg_first(sg_t sg_ctx, int sg_p) {
    return SG_PICK(SG_NATIVE_FIRST)(SG_N_FIRST(sg_p), sg_mask_lowest(sg_ballot(sg_ctx, sg_p)));
}
SG_FN uint sg_last(sg_t sg_ctx, int sg_p) {
    return SG_PICK(SG_NATIVE_LAST)(SG_N_LAST(sg_p), sg_mask_highest(sg_ballot(sg_ctx, sg_p)));
}
SG_FN int sg_elect(sg_t sg_ctx, int sg_p) {
    return sg_first(sg_ctx, sg_p) == sg_lane(sg_ctx);
}
/* With the constant 1 the lowest lane is lane 0, without a ballot. */
#if SG_HAS_ENABLE_IF
SG_FN int sg_elect(sg_t sg_ctx, int sg_p) __attribute__((__enable_if__(sg_p == 1, "1 on every lane"))) {
    return sg_lane(sg_ctx) == 0;
}
#endif

/* Lanes without a source keep their own value. */
#define SG_STAMP_MOVES(T, U, N)                                                                              \
    SG_FN T sg_shuffle_xor(sg_t sg_ctx, T sg_v, uint sg_m) {                                                 \
        return sg_shuffle(sg_ctx, sg_v, sg_lane(sg_ctx) ^ sg_m);                                             \
    }                                                                                                        \
    SG_FN T sg_shuffle_up(sg_t sg_ctx, T sg_v, uint sg_d) {                                                  \
        const uint sg_me = sg_lane(sg_ctx);                                                                  \
        return sg_shuffle(sg_ctx, sg_v, sg_me >= sg_d ? sg_me - sg_d : sg_me);                               \
    }                                                                                                        \
    SG_FN T sg_shuffle_down(sg_t sg_ctx, T sg_v, uint sg_d) {                                                \
        const uint sg_me = sg_lane(sg_ctx);                                                                  \
        return sg_shuffle(sg_ctx, sg_v, sg_d < SG_WIDTH - sg_me ? sg_me + sg_d : sg_me);                     \
    }                                                                                                        \
    SG_FN T sg_rotate(sg_t sg_ctx, T sg_v, uint sg_d) {                                                      \
        return sg_shuffle(sg_ctx, sg_v, (sg_lane(sg_ctx) + sg_d) & (SG_WIDTH - 1u));                         \
    }                                                                                                        \
    SG_FN T sg_broadcast(sg_t sg_ctx, T sg_v, uint sg_i) {                                                   \
        return sg_shuffle(sg_ctx, sg_v, sg_i);                                                               \
    }
#if SG_USES_LOCAL
SG_TYPES_SCALAR(SG_STAMP_MOVES)
SG_TYPES_VECTOR(SG_STAMP_MOVES)
#endif

/* Squares of four consecutive lanes, 0 1 above 2 3. */
#define sg_quad_swap_x(sg, v) sg_shuffle_xor(sg, v, 1u)
#define sg_quad_swap_y(sg, v) sg_shuffle_xor(sg, v, 2u)
#define sg_quad_swap_diagonal(sg, v) sg_shuffle_xor(sg, v, 3u)
#define sg_quad_broadcast(sg, v, i) sg_shuffle(sg, v, (sg_lane(sg) & ~3u) | ((uint)(i)&3u))

#define sg_broadcast_first(sg, v, p) sg_broadcast(sg, v, sg_first(sg, p) & (SG_WIDTH - 1u))
#define sg_broadcast_last(sg, v, p) sg_broadcast(sg, v, sg_last(sg, p) & (SG_WIDTH - 1u))

/* all_equal and match compare bits, so NaN equals itself and +0 differs from -0. */
#define SG_ALL_EQUAL_DERIVED(B) sg_all(sg_ctx, sg_bits == as_##B(sg_broadcast(sg_ctx, sg_v, 0u)))
#define SG_ALL_EQUAL_uint                                                                                    \
    SG_PICK(SG_NATIVE_ALL_EQUAL_UINT)(SG_N_ALL_EQUAL(sg_bits) != 0, SG_ALL_EQUAL_DERIVED(uint))
#define SG_ALL_EQUAL_ushort                                                                                  \
    SG_PICK(SG_NATIVE_ALL_EQUAL_UINT)(SG_N_ALL_EQUAL((uint)sg_bits) != 0, SG_ALL_EQUAL_DERIVED(ushort))
#define SG_ALL_EQUAL_ulong SG_ALL_EQUAL_DERIVED(ulong)
#define SG_STAMP_ALL_EQUAL(T, B)                                                                             \
    SG_FN int sg_all_equal(sg_t sg_ctx, T sg_v) {                                                            \
        const B sg_bits = as_##B(sg_v);                                                                      \
        return SG_ALL_EQUAL_##B;                                                                             \
    }
SG_TYPES_BITS(SG_STAMP_ALL_EQUAL)
SG_TYPES_BITS(SG_STAMP_MATCH)
#define sg_match_all(sg, v) sg_all_equal(sg, v)
