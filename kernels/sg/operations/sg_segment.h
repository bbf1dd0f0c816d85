/* Reductions and scans of parts of a sub-group, and scans with totals.
 * SPDX-License-Identifier: MIT
 *
 * Needs SG_SEGMENTS=1, because parsing these slows every build. A segment is a run of lanes that begins at a
 * head; a partition gives each lane the mask of its group, as from sg_match_any.
 *
 * Through local memory every lane loops over the set bits of a mask: two barriers, one read per lane of its
 * part. By shuffle a segmented scan is Kogge-Stone's, stopped at the lane's head, so no flags move (Sengupta,
 * Harris, Garland, "Efficient Parallel Scan Algorithms for GPUs", 2008). The lanes of a group may be
 * anywhere, so its scan uses pointer doubling: a lane adds the value of the previous lane of its group and
 * takes over its pointer. (Wyllie, "The Complexity of Parallel Computations", 1979.)
 */

/* Lane 0 is always a head. */
SG_FN sg_mask sg_heads(sg_t sg_ctx, int sg_head) {
    return sg_mask_or(sg_ballot(sg_ctx, sg_head), sg_mask_lane(0u));
}
/* The first and the last lane of this lane's segment. */
SG_FN uint sg_segment_from(sg_t sg_ctx, sg_mask sg_at) {
    return sg_mask_highest(sg_mask_and(sg_at, sg_mask_le(sg_ctx)));
}
SG_FN uint sg_segment_to(sg_t sg_ctx, sg_mask sg_at) {
    return sg_mask_lowest(sg_mask_and(sg_at, sg_mask_gt(sg_ctx))) - 1u;
}
SG_FN sg_mask sg_segment(sg_t sg_ctx, int sg_head) {
    const sg_mask sg_at = sg_heads(sg_ctx, sg_head);
    return sg_mask_andnot(sg_mask_to(sg_segment_to(sg_ctx, sg_at)),
                          sg_mask_below(sg_segment_from(sg_ctx, sg_at)));
}

#if SG_USES_LOCAL

/* Every lane combines the values of its mask's lanes in lane order. */
#define SG_STAMP_PARTITION(T, U, op, OP, N)                                                                  \
    SG_FN T sg_partition_reduce_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) {                                    \
        SG_SLICE_OF(T);                                                                                      \
        T sg_r = sg_identity_##op(T);                                                                        \
        sg_barrier_local(sg_ctx);                                                                            \
        sg_slice[sg_lane(sg_ctx)] = SG_IN_##OP(T, sg_v);                                                     \
        sg_barrier_local(sg_ctx);                                                                            \
        for (; !sg_mask_none(sg_m); sg_m = sg_mask_clear_lowest(sg_m)) {                                     \
            const T sg_here = sg_slice[sg_mask_lowest(sg_m)];                                                \
            sg_r = SG_OP_##OP(T, U, sg_r, sg_here);                                                          \
        }                                                                                                    \
        return sg_r;                                                                                         \
    }
/* A float3 occupies four floats in memory. */
#define SG_STAMP_PARTITION_3(T, U, op, OP, N)                                                                \
    SG_FN float3 sg_partition_reduce_##op(sg_t sg_ctx, float3 sg_v, sg_mask sg_m) {                          \
        return as_float3(sg_partition_reduce_##op(sg_ctx, (float4)(sg_v, 0.0f), sg_m));                      \
    }
#define SG_STAMP_PARTS(T, U, op, OP, N)                                                                      \
    SG_FN T sg_partition_scan_inclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) {                            \
        return sg_partition_reduce_##op(sg_ctx, sg_v, sg_mask_and(sg_m, sg_mask_le(sg_ctx)));                \
    }                                                                                                        \
    SG_FN T sg_partition_scan_exclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) {                            \
        return sg_partition_reduce_##op(sg_ctx, sg_v, sg_mask_and(sg_m, sg_mask_lt(sg_ctx)));                \
    }                                                                                                        \
    SG_FN T sg_segment_reduce_##op(sg_t sg_ctx, T sg_v, int sg_head) {                                       \
        return sg_partition_reduce_##op(sg_ctx, sg_v, sg_segment(sg_ctx, sg_head));                          \
    }                                                                                                        \
    SG_FN T sg_segment_scan_inclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) {                               \
        return sg_partition_scan_inclusive_##op(sg_ctx, sg_v, sg_segment(sg_ctx, sg_head));                  \
    }                                                                                                        \
    SG_FN T sg_segment_scan_exclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) {                               \
        return sg_partition_scan_exclusive_##op(sg_ctx, sg_v, sg_segment(sg_ctx, sg_head));                  \
    }

#else

#define SG_STAMP_PARTITION(T, U, op, OP, N)                                                                  \
    SG_FN T sg_partition_scan_inclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) {                            \
        uint sg_at = sg_mask_highest(sg_mask_and(sg_m, sg_mask_lt(sg_ctx)));                                 \
        sg_v = sg_mask_none(sg_m) ? sg_identity_##op(T) : SG_IN_##OP(T, sg_v);                               \
        for (uint sg_d = 1; sg_d < SG_WIDTH; sg_d <<= 1) {                                                   \
            const T sg_before = sg_shuffle(sg_ctx, sg_v, sg_at);                                             \
            const uint sg_further = sg_shuffle(sg_ctx, sg_at, sg_at);                                        \
            sg_v = sg_at < SG_WIDTH ? SG_OP_##OP(T, U, sg_before, sg_v) : sg_v;                              \
            sg_at = sg_at < SG_WIDTH ? sg_further : SG_WIDTH;                                                \
        }                                                                                                    \
        return sg_v;                                                                                         \
    }                                                                                                        \
    SG_FN T sg_partition_scan_exclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) {                            \
        const uint sg_at = sg_mask_highest(sg_mask_and(sg_m, sg_mask_lt(sg_ctx)));                           \
        const T sg_before = sg_shuffle(sg_ctx, sg_partition_scan_inclusive_##op(sg_ctx, sg_v, sg_m), sg_at); \
        return sg_at < SG_WIDTH ? sg_before : sg_identity_##op(T);                                           \
    }                                                                                                        \
    SG_FN T sg_partition_reduce_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) {                                    \
        const uint sg_at = sg_mask_highest(sg_m);                                                            \
        const T sg_all = sg_shuffle(sg_ctx, sg_partition_scan_inclusive_##op(sg_ctx, sg_v, sg_m), sg_at);    \
        return sg_at < SG_WIDTH ? sg_all : sg_identity_##op(T);                                              \
    }
/* `from`: the first lane of the segment. */
#define SG_STAMP_PARTS(T, U, op, OP, N)                                                                      \
    SG_FN T sg_segment_scan_from_##op(sg_t sg_ctx, T sg_v, uint sg_from) {                                   \
        const uint sg_at = sg_lane(sg_ctx) - sg_from;                                                        \
        sg_v = SG_IN_##OP(T, sg_v);                                                                          \
        for (uint sg_d = 1; sg_d < SG_WIDTH; sg_d <<= 1) {                                                   \
            const T sg_other = sg_before(sg_ctx, sg_v, sg_d);                                                \
            sg_v = sg_at >= sg_d ? SG_OP_##OP(T, U, sg_other, sg_v) : sg_v;                                  \
        }                                                                                                    \
        return sg_v;                                                                                         \
    }                                                                                                        \
    SG_FN T sg_segment_scan_inclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) {                               \
        return sg_segment_scan_from_##op(sg_ctx, sg_v, sg_segment_from(sg_ctx, sg_heads(sg_ctx, sg_head)));  \
    }                                                                                                        \
    SG_FN T sg_segment_scan_exclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) {                               \
        const uint sg_from = sg_segment_from(sg_ctx, sg_heads(sg_ctx, sg_head));                             \
        const T sg_other = sg_before(sg_ctx, sg_segment_scan_from_##op(sg_ctx, sg_v, sg_from), 1u);          \
        return sg_lane(sg_ctx) != sg_from ? sg_other : sg_identity_##op(T);                                  \
    }                                                                                                        \
    SG_FN T sg_segment_reduce_##op(sg_t sg_ctx, T sg_v, int sg_head) {                                       \
        const sg_mask sg_at = sg_heads(sg_ctx, sg_head);                                                     \
        const T sg_upto = sg_segment_scan_from_##op(sg_ctx, sg_v, sg_segment_from(sg_ctx, sg_at));           \
        return sg_shuffle(sg_ctx, sg_upto, sg_segment_to(sg_ctx, sg_at));                                    \
    }
#define SG_STAMP_PARTITION_3 SG_STAMP_PARTITION

#endif

/* *sg_total becomes the result of the whole sub-group. */
#define SG_STAMP_TOTAL(T, U, op, OP, N)                                                                      \
    SG_FN T sg_scan_inclusive_total_##op(sg_t sg_ctx, T sg_v, T *sg_total) {                                 \
        const T sg_upto = sg_scan_inclusive_##op(sg_ctx, sg_v);                                              \
        *sg_total = sg_broadcast(sg_ctx, sg_upto, SG_WIDTH - 1u);                                            \
        return sg_upto;                                                                                      \
    }                                                                                                        \
    SG_FN T sg_scan_exclusive_total_##op(sg_t sg_ctx, T sg_v, T *sg_total) {                                 \
        const T sg_before = sg_scan_exclusive_##op(sg_ctx, sg_v);                                            \
        const T sg_own = SG_IN_##OP(T, sg_v);                                                                \
        *sg_total = sg_broadcast(sg_ctx, SG_OP_##OP(T, U, sg_before, sg_own), SG_WIDTH - 1u);                \
        return sg_before;                                                                                    \
    }

/* Each stamp is passed to the list directly: as another macro's argument, a name such as min would be
 * replaced if a program or driver has such a macro. */
#define SG_STAMP_PARTS_OF(T, U, N)                                                                           \
    SG_OPERATORS(SG_STAMP_PARTITION, T, U, 0)                                                                \
    SG_OPERATORS(SG_STAMP_PARTS, T, U, 0)                                                                    \
    SG_OPERATORS(SG_STAMP_TOTAL, T, U, 0)
#define SG_STAMP_BIT_PARTS_OF(T, U, N)                                                                       \
    SG_BIT_OPERATORS(SG_STAMP_PARTITION, T, U, 0)                                                            \
    SG_BIT_OPERATORS(SG_STAMP_PARTS, T, U, 0)                                                                \
    SG_BIT_OPERATORS(SG_STAMP_TOTAL, T, U, 0)
SG_TYPES_SCALAR(SG_STAMP_PARTS_OF)
SG_TYPES_INTEGER(SG_STAMP_BIT_PARTS_OF)
#if SG_HAS_VECTOR
SG_STAMP_PARTITION(float2, float2, add, ADD, 0)
SG_STAMP_PARTITION(float4, float4, add, ADD, 0)
SG_STAMP_PARTITION_3(float3, float3, add, ADD, 0)
#define SG_STAMP_VECTOR_PARTS(T, U, N) SG_STAMP_PARTS(T, U, add, ADD, 0) SG_STAMP_TOTAL(T, U, add, ADD, 0)
SG_TYPES_VECTOR(SG_STAMP_VECTOR_PARTS)
#endif
