/* Exchanges values through local memory.
 * SPDX-License-Identifier: MIT
 *
 * Used by SG_BACKEND=SG_LOCAL, where a sub-group is SG_WIDTH consecutive work-items and its barrier is the
 * work-group's, and on devices with sub-groups but no shuffle, with the sub-group's own barrier. Every
 * operation is: barrier (the slice is free), write, barrier, read. In reductions and scans one lane of each
 * cluster loops over the slice, at one more barrier, so sums are in lane order. log2 W exchanges would need 2
 * log2 W barriers, which dominate run time and build time. The slice has 16 bytes per work-item.
 */
#define SG_SLICE_WORDS (4 * SG_WIDTH)
#define SG_LOCAL_BYTES (16 * SG_GROUP_SIZE)

/* Before a loop over the lanes without a barrier; unrolled because of defect D10. */
#if SG_WIDTH < 4
#define SG_UNROLL_SHORT _Pragma("unroll")
#else
#define SG_UNROLL_SHORT
#endif

/* Declares sg_slice, the slice as elements of T. The slice holds a uint in one operation and a ulong in the
 * next, hence may_alias: one compiler read a long before the words at that address had been read. */
#define SG_SLICE_OF(T)                                                                                       \
    typedef T sg_cell __attribute__((__may_alias__));                                                        \
    __local sg_cell *sg_slice = (__local sg_cell *)SG_SCRATCH(sg_ctx)

#define SG_STAMP_SHUFFLE(T, U, N)                                                                            \
    SG_FN T sg_shuffle(sg_t sg_ctx, T sg_v, uint sg_i) {                                                     \
        SG_SLICE_OF(T);                                                                                      \
        sg_barrier_local(sg_ctx);                                                                            \
        sg_slice[sg_lane(sg_ctx)] = sg_v;                                                                    \
        sg_barrier_local(sg_ctx);                                                                            \
        return sg_slice[sg_i & (SG_WIDTH - 1u)];                                                             \
    }
SG_TYPES_SCALAR(SG_STAMP_SHUFFLE)
SG_IF_VECTOR(SG_STAMP_SHUFFLE(float2, float2, FLOAT2) SG_STAMP_SHUFFLE(float4, float4, FLOAT4))
#if SG_HAS_VECTOR
/* A float3 occupies four floats in memory: the fourth is set too. */
SG_FN float3 sg_shuffle(sg_t sg_ctx, float3 sg_v, uint sg_i) {
    return as_float3(sg_shuffle(sg_ctx, (float4)(sg_v, 0.0f), sg_i));
}
#endif

#if !SG_NATIVE_BALLOT
/* Lanes write a byte each; every lane then packs four at a time. The product moves bits 0, 8, 16 and 24 to
 * 28..31; no two of its terms share a bit. */
SG_FN uint sg_ballot_word(__local const uint *sg_slice, uint sg_start) {
    uint sg_word = 0;
#if SG_WIDTH < 4
    __local const uchar *sg_bytes = (__local const uchar *)sg_slice;
    SG_UNROLL_SHORT
    for (uint sg_i = 0; sg_i < SG_WIDTH; ++sg_i) sg_word |= (uint)sg_bytes[sg_i] << sg_i;
#else
    for (uint sg_i = 0; sg_i < (SG_WIDTH < 32 ? SG_WIDTH : 32); sg_i += 4)
        sg_word |= ((sg_slice[(sg_start + sg_i) / 4u] * 0x10204080u) >> 28) << sg_i;
#endif
    return sg_word;
}
SG_FN sg_mask sg_ballot(sg_t sg_ctx, int sg_p) {
    __local uint *sg_slice = SG_SCRATCH(sg_ctx);
    sg_barrier_local(sg_ctx);
    ((__local uchar *)sg_slice)[sg_lane(sg_ctx)] = sg_p != 0 ? 1 : 0;
    sg_barrier_local(sg_ctx);
#if SG_WIDTH <= 32
    return sg_ballot_word(sg_slice, 0);
#elif SG_WIDTH == 64
    return sg_ballot_word(sg_slice, 0) | ((ulong)sg_ballot_word(sg_slice, 32) << 32);
#else
    return (uint4)(sg_ballot_word(sg_slice, 0), sg_ballot_word(sg_slice, 32), sg_ballot_word(sg_slice, 64),
                   sg_ballot_word(sg_slice, 96));
#endif
}
#endif

/* Compares with the whole slice: two barriers, SG_WIDTH reads. B: an integer as wide as T. */
#define SG_STAMP_MATCH(T, B)                                                                                 \
    SG_FN sg_mask sg_match_any(sg_t sg_ctx, T sg_v) {                                                        \
        SG_SLICE_OF(B);                                                                                      \
        B sg_mine = as_##B(sg_v);                                                                            \
        sg_mask sg_same = sg_mask_empty();                                                                   \
        sg_barrier_local(sg_ctx);                                                                            \
        sg_slice[sg_lane(sg_ctx)] = sg_mine;                                                                 \
        sg_barrier_local(sg_ctx);                                                                            \
        SG_UNROLL_SHORT                                                                                      \
        for (uint sg_i = 0; sg_i < SG_WIDTH; ++sg_i)                                                         \
            if (sg_slice[sg_i] == sg_mine) sg_same |= sg_mask_lane(sg_i);                                    \
        return sg_same;                                                                                      \
    }

#define SG_STAMP_CLUSTER(T, U, op, OP, N)                                                                    \
    SG_FN T sg_cluster_reduce_##op(sg_t sg_ctx, T sg_v, uint sg_size) {                                      \
        SG_SLICE_OF(T);                                                                                      \
        const uint sg_me = sg_lane(sg_ctx), sg_start = sg_me & ~(sg_size - 1u);                              \
        sg_v = SG_IN_##OP(T, sg_v);                                                                          \
        sg_barrier_local(sg_ctx);                                                                            \
        sg_slice[sg_me] = sg_v;                                                                              \
        sg_barrier_local(sg_ctx);                                                                            \
        if (sg_me == sg_start) {                                                                             \
            for (uint sg_i = 1; sg_i < sg_size; ++sg_i)                                                      \
                sg_v = SG_OP_##OP(T, U, sg_v, sg_slice[sg_start + sg_i]);                                    \
            sg_slice[sg_start] = sg_v;                                                                       \
        }                                                                                                    \
        sg_barrier_local(sg_ctx);                                                                            \
        return sg_slice[sg_start];                                                                           \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_inclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) {                              \
        SG_SLICE_OF(T);                                                                                      \
        const uint sg_me = sg_lane(sg_ctx), sg_start = sg_me & ~(sg_size - 1u);                              \
        sg_v = SG_IN_##OP(T, sg_v);                                                                          \
        sg_barrier_local(sg_ctx);                                                                            \
        sg_slice[sg_me] = sg_v;                                                                              \
        sg_barrier_local(sg_ctx);                                                                            \
        if (sg_me == sg_start)                                                                               \
            for (uint sg_i = 1; sg_i < sg_size; ++sg_i) {                                                    \
                sg_v = SG_OP_##OP(T, U, sg_v, sg_slice[sg_start + sg_i]);                                    \
                sg_slice[sg_start + sg_i] = sg_v;                                                            \
            }                                                                                                \
        sg_barrier_local(sg_ctx);                                                                            \
        return sg_slice[sg_me];                                                                              \
    }                                                                                                        \
    SG_FN T sg_cluster_scan_exclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) {                              \
        SG_SLICE_OF(T);                                                                                      \
        const uint sg_me = sg_lane(sg_ctx), sg_start = sg_me & ~(sg_size - 1u);                              \
        sg_v = SG_IN_##OP(T, sg_v);                                                                          \
        sg_barrier_local(sg_ctx);                                                                            \
        sg_slice[sg_me] = sg_v;                                                                              \
        sg_barrier_local(sg_ctx);                                                                            \
        if (sg_me == sg_start) {                                                                             \
            T sg_before = sg_identity_##op(T);                                                               \
            for (uint sg_i = 0; sg_i < sg_size; ++sg_i) {                                                    \
                T sg_here = sg_slice[sg_start + sg_i];                                                       \
                sg_slice[sg_start + sg_i] = sg_before;                                                       \
                sg_before = SG_OP_##OP(T, U, sg_before, sg_here);                                            \
            }                                                                                                \
        }                                                                                                    \
        sg_barrier_local(sg_ctx);                                                                            \
        return sg_slice[sg_me];                                                                              \
    }
