/* crosslane sub-group layer: values moved in 32-bit words by the device's shuffle.
 * SPDX-License-Identifier: MIT
 *
 * A backend gives SG_N_SHUFFLE(v, i) on a uint, and may give xor, up, down, rotate and broadcast. Wider types
 * are that many moves, which is what the hardware does with them too. Reductions are butterflies and scans
 * Kogge and Stone's, log2 W moves each.
 */
SG_FN uint sg_shuffle_word(sg_t sg, uint v, uint i) {
    return SG_N_SHUFFLE(v, i);
}
SG_FN uint sg_shuffle_xor_word(sg_t sg, uint v, uint m) {
    return SG_PICK(SG_NATIVE_SHUFFLE_XOR_UINT)(SG_N_SHUFFLE_XOR(v, m), SG_N_SHUFFLE(v, sg_lane(sg) ^ m));
}
/* The native forms leave the lanes without a source open; the contract is that they keep their value. */
SG_FN uint sg_shuffle_up_word(sg_t sg, uint v, uint d) {
    const uint lane = sg_lane(sg);
#if SG_NATIVE_SHUFFLE_UP_UINT
    const uint moved = SG_N_SHUFFLE_UP(v, d);
    return lane >= d ? moved : v;
#else
    return SG_N_SHUFFLE(v, lane >= d ? lane - d : lane);
#endif
}
SG_FN uint sg_shuffle_down_word(sg_t sg, uint v, uint d) {
    const uint lane = sg_lane(sg);
#if SG_NATIVE_SHUFFLE_DOWN_UINT
    const uint moved = SG_N_SHUFFLE_DOWN(v, d);
    return d < SG_WIDTH - lane ? moved : v;
#else
    return SG_N_SHUFFLE(v, d < SG_WIDTH - lane ? lane + d : lane);
#endif
}
SG_FN uint sg_rotate_word(sg_t sg, uint v, uint d) {
    return SG_PICK(SG_NATIVE_ROTATE_UINT)(SG_N_ROTATE(v, d),
                                          SG_N_SHUFFLE(v, (sg_lane(sg) + d) & (SG_WIDTH - 1u)));
}
SG_FN uint sg_broadcast_word(sg_t sg, uint v, uint i) {
    return SG_PICK(SG_NATIVE_BROADCAST_UINT)(SG_N_BROADCAST(v, i), SG_N_SHUFFLE(v, i));
}

/* Names are passed whole: some drivers have macros called shuffle, which an argument would become. */
#define SG_STAMP_MOVE_1(T, f, as_word, as_type)                                                              \
    SG_FN T f(sg_t sg, T v, uint i) {                                                                        \
        return as_type(f##_word(sg, as_word(v), i));                                                         \
    }
#define SG_STAMP_MOVE_2(T, f)                                                                                \
    SG_FN T f(sg_t sg, T v, uint i) {                                                                        \
        const uint2 w = as_uint2(v);                                                                         \
        return as_##T((uint2)(f##_word(sg, w.x, i), f##_word(sg, w.y, i)));                                  \
    }
#define SG_STAMP_MOVE_34(f)                                                                                  \
    SG_FN float3 f(sg_t sg, float3 v, uint i) {                                                              \
        return (float3)(f(sg, v.x, i), f(sg, v.y, i), f(sg, v.z, i));                                        \
    }                                                                                                        \
    SG_FN float4 f(sg_t sg, float4 v, uint i) {                                                              \
        return (float4)(f(sg, v.x, i), f(sg, v.y, i), f(sg, v.z, i), f(sg, v.w, i));                         \
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
SG_STAMP_MOVE(sg_shuffle_down)
SG_STAMP_MOVE(sg_rotate)
SG_STAMP_MOVE(sg_broadcast)

#if !SG_NATIVE_BALLOT
/* Every lane gives its bit; the words are then summed or or-ed over the lanes. */
SG_FN uint sg_word_union(sg_t sg, uint bits) {
#if SG_NATIVE_REDUCE_OR_UINT
    return SG_N_REDUCE_OR(bits);
#elif SG_NATIVE_REDUCE_ADD_UINT
    return SG_N_REDUCE_ADD(bits);
#else
    for (uint d = 1; d < SG_WIDTH; d <<= 1) bits |= sg_shuffle_xor_word(sg, bits, d);
    return bits;
#endif
}
SG_FN sg_mask sg_ballot(sg_t sg, int p) {
    const uint4 bit = sg_mask_words(p != 0 ? sg_mask_lane(sg_lane(sg)) : sg_mask_empty());
    uint4 all = (uint4)(0u);
    all.x = sg_word_union(sg, bit.x);
#if SG_WIDTH > 32
    all.y = sg_word_union(sg, bit.y);
#endif
#if SG_WIDTH > 64
    all.z = sg_word_union(sg, bit.z);
    all.w = sg_word_union(sg, bit.w);
#endif
    return sg_mask_from_words(all);
}
#endif

/* The lanes among `m` whose word equals mine in its lowest `bits` bits. */
SG_FN sg_mask sg_word_match(sg_t sg, sg_mask m, uint v, uint bits) {
#if SG_NATIVE_MATCH_ANY_UINT
    return sg_mask_and(m, SG_N_MATCH_ANY(v));
#elif SG_NATIVE_BALLOT
    for (uint b = 0; b < bits; ++b) {
        const uint mine = (v >> b) & 1u;
        const sg_mask ones = sg_ballot(sg, (int)mine);
        m = mine != 0 ? sg_mask_and(m, ones) : sg_mask_andnot(m, ones);
    }
    return m;
#else
    sg_mask same = sg_mask_empty();
    for (uint i = 0; i < SG_WIDTH; ++i) {
        const uint other = sg_broadcast_word(sg, v, i);
        same = other == v ? sg_mask_or(same, sg_mask_lane(i)) : same;
    }
    return sg_mask_and(m, same);
#endif
}
#define SG_STAMP_MATCH(T, B)                                                                                 \
    SG_FN sg_mask sg_match_any(sg_t sg, T v) {                                                               \
        const B bits = as_##B(v);                                                                            \
        sg_mask m = sg_word_match(sg, sg_mask_full(), (uint)bits, sizeof(B) == 2 ? 16u : 32u);               \
        if (sizeof(B) == 8) m = sg_word_match(sg, m, (uint)((ulong)bits >> 32), 32u);                        \
        return m;                                                                                            \
    }

#define SG_STAMP_CLUSTER(T, U, op, OP)                                                                       \
    SG_FN T sg_cluster_reduce_##op(sg_t sg, T v, uint size) {                                                \
        for (uint d = 1; d < size; d <<= 1) {                                                                \
            const T other = sg_shuffle_xor(sg, v, d);                                                        \
            v = SG_OP_##OP(T, U, v, other);                                                                  \
        }                                                                                                    \
        return v;                                                                                            \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_inclusive_##op(sg_t sg, T v, uint size) {                                        \
        const uint at = sg_lane(sg) & (size - 1u);                                                           \
        for (uint d = 1; d < size; d <<= 1) {                                                                \
            const T before = sg_shuffle_up(sg, v, d);                                                        \
            v = at >= d ? SG_OP_##OP(T, U, before, v) : v;                                                   \
        }                                                                                                    \
        return v;                                                                                            \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_exclusive_##op(sg_t sg, T v, uint size) {                                        \
        const T before = sg_shuffle_up(sg, sg_cluster_scan_inclusive_##op(sg, v, size), 1u);                 \
        return (sg_lane(sg) & (size - 1u)) != 0 ? before : sg_identity_##op(T);                              \
    }
