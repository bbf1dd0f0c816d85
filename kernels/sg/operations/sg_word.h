/* Values moved in 32-bit words by the device's shuffle.
 * SPDX-License-Identifier: MIT
 *
 * A backend defines SG_N_SHUFFLE(v, i) on a uint, and optionally xor, up, down and broadcast. A wider type
 * needs one move per word, as in hardware. Reductions are butterflies and scans are Kogge-Stone's, log2 W
 * moves each.
 */
/* A shuffle that takes indices modulo SG_WIDTH needs no mask. */
#if SG_SHUFFLE_WRAPS
#define SG_CUT(i) (i)
#else
#define SG_CUT(i) ((i) & (SG_WIDTH - 1u))
#endif
SG_FN uint sg_shuffle_word(sg_t sg_ctx, uint sg_v, uint sg_i) {
    return SG_N_SHUFFLE(sg_v, sg_i);
}
SG_FN uint sg_shuffle_xor_word(sg_t sg_ctx, uint sg_v, uint sg_m) {
    return SG_PICK(SG_NATIVE_SHUFFLE_XOR_UINT)(SG_N_SHUFFLE_XOR(sg_v, sg_m),
                                               SG_N_SHUFFLE(sg_v, sg_lane(sg_ctx) ^ sg_m));
}
/* Lanes without a source keep their value. Native forms leave it unspecified unless SG_SHUFFLE_KEEPS is 1,
 * and always for all lanes if the distance is SG_WIDTH or more. */
#if SG_SHUFFLE_KEEPS
#define SG_HAS_SOURCE(v, d) ((d) < SG_WIDTH)
#else
#define SG_HAS_SOURCE(v, d) (v)
#endif
SG_FN uint sg_shuffle_up_word(sg_t sg_ctx, uint sg_v, uint sg_d) {
    const uint sg_me = sg_lane(sg_ctx);
#if SG_NATIVE_SHUFFLE_UP_UINT
    const uint sg_moved = SG_N_SHUFFLE_UP(sg_v, sg_d & (SG_WIDTH - 1u));
    return SG_HAS_SOURCE(sg_me >= sg_d, sg_d) ? sg_moved : sg_v;
#else
    return SG_N_SHUFFLE(sg_v, sg_me >= sg_d ? sg_me - sg_d : sg_me);
#endif
}
/* For scans: the distance is below SG_WIDTH, and the value of lanes without a source is unspecified. */
SG_FN uint sg_before_word(sg_t sg_ctx, uint sg_v, uint sg_d) {
    return SG_PICK(SG_NATIVE_SHUFFLE_UP_UINT)(SG_N_SHUFFLE_UP(sg_v, sg_d & (SG_WIDTH - 1u)),
                                              SG_N_SHUFFLE(sg_v, SG_CUT(sg_lane(sg_ctx) - sg_d)));
}
SG_FN uint sg_shuffle_down_word(sg_t sg_ctx, uint sg_v, uint sg_d) {
    const uint sg_me = sg_lane(sg_ctx);
#if SG_NATIVE_SHUFFLE_DOWN_UINT
    const uint sg_moved = SG_N_SHUFFLE_DOWN(sg_v, sg_d & (SG_WIDTH - 1u));
    return SG_HAS_SOURCE(sg_d < SG_WIDTH - sg_me, sg_d) ? sg_moved : sg_v;
#else
    return SG_N_SHUFFLE(sg_v, sg_d < SG_WIDTH - sg_me ? sg_me + sg_d : sg_me);
#endif
}
/* Not the standard's rotate: it needs a uniform distance, and silently uses one lane's otherwise. */
SG_FN uint sg_rotate_word(sg_t sg_ctx, uint sg_v, uint sg_d) {
    return SG_N_SHUFFLE(sg_v, SG_CUT(sg_lane(sg_ctx) + sg_d));
}
SG_FN uint sg_broadcast_word(sg_t sg_ctx, uint sg_v, uint sg_i) {
    return SG_PICK(SG_NATIVE_BROADCAST_UINT)(SG_N_BROADCAST(sg_v, sg_i & (SG_WIDTH - 1u)),
                                             SG_N_SHUFFLE(sg_v, sg_i));
}

/* Names are passed whole: some drivers define a macro called shuffle. */
#define SG_STAMP_MOVE_1(T, f, as_word, as_type)                                                              \
    SG_FN T f(sg_t sg_ctx, T sg_v, uint sg_i) {                                                              \
        return as_type(f##_word(sg_ctx, as_word(sg_v), sg_i));                                               \
    }
#define SG_STAMP_MOVE_2(T, f)                                                                                \
    SG_FN T f(sg_t sg_ctx, T sg_v, uint sg_i) {                                                              \
        const uint2 sg_w = as_uint2(sg_v);                                                                   \
        return as_##T(                                                                                       \
            (uint2)(f##_word(sg_ctx, SG_AT(sg_w, 0), sg_i), f##_word(sg_ctx, SG_AT(sg_w, 1), sg_i)));        \
    }
#define SG_STAMP_MOVE_34(f)                                                                                  \
    SG_FN float3 f(sg_t sg_ctx, float3 sg_v, uint sg_i) {                                                    \
        return (float3)(f(sg_ctx, SG_AT(sg_v, 0), sg_i), f(sg_ctx, SG_AT(sg_v, 1), sg_i),                    \
                        f(sg_ctx, SG_AT(sg_v, 2), sg_i));                                                    \
    }                                                                                                        \
    SG_FN float4 f(sg_t sg_ctx, float4 sg_v, uint sg_i) {                                                    \
        return (float4)(f(sg_ctx, SG_AT(sg_v, 0), sg_i), f(sg_ctx, SG_AT(sg_v, 1), sg_i),                    \
                        f(sg_ctx, SG_AT(sg_v, 2), sg_i), f(sg_ctx, SG_AT(sg_v, 3), sg_i));                   \
    }
#define SG_HALF_FROM_WORD(w) as_half((ushort)(w))
#define SG_STAMP_MOVE(f)                                                                                     \
    SG_STAMP_MOVE_1(int, f, as_uint, as_int)                                                                 \
    SG_STAMP_MOVE_1(uint, f, as_uint, as_uint)                                                               \
    SG_STAMP_MOVE_1(float, f, as_uint, as_float)                                                             \
    SG_IF_FP16(SG_STAMP_MOVE_1(half, f, as_ushort, SG_HALF_FROM_WORD))                                       \
    SG_IF_FP64(SG_STAMP_MOVE_2(double, f))                                                                   \
    SG_IF_INT64(SG_STAMP_MOVE_2(long, f) SG_STAMP_MOVE_2(ulong, f))                                          \
    SG_IF_VECTOR(SG_STAMP_MOVE_2(float2, f) SG_STAMP_MOVE_34(f))
SG_STAMP_MOVE(sg_shuffle)
SG_STAMP_MOVE(sg_shuffle_xor)
SG_STAMP_MOVE(sg_shuffle_up)
SG_STAMP_MOVE(sg_before)
SG_STAMP_MOVE(sg_shuffle_down)
SG_STAMP_MOVE(sg_rotate)
SG_STAMP_MOVE(sg_broadcast)

#if !SG_NATIVE_BALLOT
/* Combines every lane's bit by a sum or an or over the lanes. */
SG_FN uint sg_word_union(sg_t sg_ctx, uint sg_bits) {
#if SG_NATIVE_REDUCE_OR_UINT
    return SG_N_REDUCE_OR(sg_bits);
#elif SG_NATIVE_REDUCE_ADD_UINT
    return SG_N_REDUCE_ADD(sg_bits);
#else
    for (uint sg_d = 1; sg_d < SG_WIDTH; sg_d <<= 1) sg_bits |= sg_shuffle_xor_word(sg_ctx, sg_bits, sg_d);
    return sg_bits;
#endif
}
SG_FN sg_mask sg_ballot(sg_t sg_ctx, int sg_p) {
    const uint4 sg_bit = sg_mask_words(sg_p != 0 ? sg_mask_lane(sg_lane(sg_ctx)) : sg_mask_empty());
    uint4 sg_whole = (uint4)(0u);
    SG_AT(sg_whole, 0) = sg_word_union(sg_ctx, SG_AT(sg_bit, 0));
#if SG_WIDTH > 32
    SG_AT(sg_whole, 1) = sg_word_union(sg_ctx, SG_AT(sg_bit, 1));
#endif
#if SG_WIDTH > 64
    SG_AT(sg_whole, 2) = sg_word_union(sg_ctx, SG_AT(sg_bit, 2));
    SG_AT(sg_whole, 3) = sg_word_union(sg_ctx, SG_AT(sg_bit, 3));
#endif
    return sg_mask_from_words(sg_whole);
}
#endif

/* The lanes of `m` whose word equals this lane's in its lowest `bits` bits. */
SG_FN sg_mask sg_word_match(sg_t sg_ctx, sg_mask sg_m, uint sg_v, uint sg_bits) {
#if SG_NATIVE_MATCH_ANY_UINT
    return sg_mask_and(sg_m, SG_N_MATCH_ANY(sg_v));
#elif SG_NATIVE_BALLOT
    SG_FEW_BALLOTS
    for (uint sg_b = 0; sg_b < sg_bits; ++sg_b) {
        const uint sg_mine = (sg_v >> sg_b) & 1u;
        const sg_mask sg_ones = sg_ballot(sg_ctx, (int)sg_mine);
        sg_m = sg_mine != 0 ? sg_mask_and(sg_m, sg_ones) : sg_mask_andnot(sg_m, sg_ones);
    }
    return sg_m;
#else
    sg_mask sg_same = sg_mask_empty();
    for (uint sg_i = 0; sg_i < SG_WIDTH; ++sg_i) {
        const uint sg_other = sg_broadcast_word(sg_ctx, sg_v, sg_i);
        sg_same = sg_other == sg_v ? sg_mask_or(sg_same, sg_mask_lane(sg_i)) : sg_same;
    }
    return sg_mask_and(sg_m, sg_same);
#endif
}
#define SG_STAMP_MATCH(T, B)                                                                                 \
    SG_FN sg_mask sg_match_any(sg_t sg_ctx, T sg_v) {                                                        \
        const B sg_bits = as_##B(sg_v);                                                                      \
        sg_mask sg_m = sg_word_match(sg_ctx, sg_mask_full(), (uint)sg_bits, sizeof(B) == 2 ? 16u : 32u);     \
        if (sizeof(B) == 8) sg_m = sg_word_match(sg_ctx, sg_m, (uint)((ulong)sg_bits >> 32), 32u);           \
        return sg_m;                                                                                         \
    }

#define SG_STAMP_CLUSTER(T, U, op, OP, N)                                                                    \
    SG_FN T sg_cluster_reduce_##op(sg_t sg_ctx, T sg_v, uint sg_size) {                                      \
        sg_v = SG_IN_##OP(T, sg_v);                                                                          \
        for (uint sg_d = 1; sg_d < sg_size; sg_d <<= 1) {                                                    \
            const T sg_other = sg_shuffle_xor(sg_ctx, sg_v, sg_d);                                           \
            sg_v = SG_OP_##OP(T, U, sg_v, sg_other);                                                         \
        }                                                                                                    \
        return sg_v;                                                                                         \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_inclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) {                              \
        sg_v = SG_IN_##OP(T, sg_v);                                                                          \
        const uint sg_at = sg_lane(sg_ctx) & (sg_size - 1u);                                                 \
        for (uint sg_d = 1; sg_d < sg_size; sg_d <<= 1) {                                                    \
            const T sg_other = sg_before(sg_ctx, sg_v, sg_d);                                                \
            sg_v = sg_at >= sg_d ? SG_OP_##OP(T, U, sg_other, sg_v) : sg_v;                                  \
        }                                                                                                    \
        return sg_v;                                                                                         \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_exclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) {                              \
        const T sg_other = sg_before(sg_ctx, sg_cluster_scan_inclusive_##op(sg_ctx, sg_v, sg_size), 1u);     \
        return (sg_lane(sg_ctx) & (sg_size - 1u)) != 0 ? sg_other : sg_identity_##op(T);                     \
    }
