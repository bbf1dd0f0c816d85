/* Calls the whole layer for every type after the macros of names.h. No name of that file may be used here. */
#if SG_SEGMENTS
#define USE_SEGMENTS(USE_T, use_op)                                                                          \
    {                                                                                                        \
        USE_T use_all;                                                                                       \
        use_v += sg_segment_reduce_##use_op(use_sg, use_v, 1) + sg_scan_inclusive_total_##use_op(use_sg, use_v, &use_all); \
        use_v += sg_segment_scan_inclusive_##use_op(use_sg, use_v, 1) + use_all;                                 \
        use_v += sg_segment_scan_exclusive_##use_op(use_sg, use_v, 1);                                           \
        use_v += sg_partition_reduce_##use_op(use_sg, use_v, sg_segment(use_sg, 1));                                 \
        use_v += sg_partition_scan_inclusive_##use_op(use_sg, use_v, sg_mask_eq(use_sg));                            \
        use_v += sg_partition_scan_exclusive_##use_op(use_sg, use_v, sg_mask_eq(use_sg));                            \
        use_v += sg_scan_exclusive_total_##use_op(use_sg, use_v, &use_all) + use_all;                            \
    }
#else
#define USE_SEGMENTS(USE_T, use_op)
#endif
/* Local memory is declared in kernels, so here the pointer is a parameter. */
#if SG_GROUPS
#define USE_GROUPS(USE_T, use_op)                                                                            \
    {                                                                                                        \
        USE_T use_all;                                                                                       \
        use_v += sg_group_reduce_##use_op(use_sg, use_v, (__local USE_T *)use_parts);                            \
        use_v += sg_group_scan_exclusive_total_##use_op(use_sg, use_v, (__local USE_T *)use_parts, &use_all);    \
        use_v += use_all;                                                                                    \
    }
#else
#define USE_GROUPS(USE_T, use_op)
#endif
#define USE_MOVES(USE_T)                                                                                     \
    {                                                                                                        \
        USE_T use_v = (USE_T)(use_number);                                                                   \
        use_v = sg_shuffle(use_sg, use_v, use_lane) + sg_broadcast(use_sg, use_v, 0u);                               \
        use_v += sg_shuffle_xor(use_sg, use_v, 1u % SG_WIDTH) + sg_rotate(use_sg, use_v, 1u);                        \
        use_v += sg_shuffle_up(use_sg, use_v, 1u) + sg_shuffle_down(use_sg, use_v, 1u);                              \
        use_v += sg_broadcast_first(use_sg, use_v, 1) + sg_broadcast_last(use_sg, use_v, 1);                         \
        use_v += sg_quad_swap_x(use_sg, use_v) + sg_quad_swap_y(use_sg, use_v) + sg_quad_swap_diagonal(use_sg, use_v);   \
        use_v += sg_quad_broadcast(use_sg, use_v, 1) + sg_reduce_add(use_sg, use_v) + sg_identity_add(USE_T);        \
        use_v += sg_scan_inclusive_add(use_sg, use_v) + sg_scan_exclusive_add(use_sg, use_v);                        \
        use_v += sg_cluster_reduce_add(use_sg, use_v, SG_WIDTH) + sg_cluster_scan_inclusive_add(use_sg, use_v, 1u);  \
        use_v += sg_cluster_scan_exclusive_add(use_sg, use_v, 1u);                                               \
        USE_SEGMENTS(USE_T, add)                                                                             \
        USE_GROUPS(USE_T, add)                                                                               \
        SG_SHOW(use_sg, "moved", use_v);                                                                         \
        use_bytes[get_global_id(0)] ^= ((const uchar *)&use_v)[0];                                           \
    }
#define USE_FAMILY(USE_T, use_op)                                                                            \
    use_v += sg_reduce_##use_op(use_sg, use_v) + sg_identity_##use_op(USE_T);                                    \
    use_v += sg_scan_inclusive_##use_op(use_sg, use_v) + sg_scan_exclusive_##use_op(use_sg, use_v);                  \
    use_v += sg_cluster_reduce_##use_op(use_sg, use_v, SG_WIDTH);                                                \
    use_v += sg_cluster_scan_inclusive_##use_op(use_sg, use_v, 1u);                                              \
    use_v += sg_cluster_scan_exclusive_##use_op(use_sg, use_v, 1u);
#define USE_SCALAR(USE_T)                                                                                    \
    {                                                                                                        \
        USE_T use_v = (USE_T)(use_number);                                                                   \
        USE_FAMILY(USE_T, mul) USE_SEGMENTS(USE_T, mul) USE_GROUPS(USE_T, mul)                               \
        USE_FAMILY(USE_T, min) USE_SEGMENTS(USE_T, min) USE_GROUPS(USE_T, min)                               \
        USE_FAMILY(USE_T, max) USE_SEGMENTS(USE_T, max) USE_GROUPS(USE_T, max)                               \
        use_v += (USE_T)sg_all_equal(use_sg, use_v) + (USE_T)sg_match_all(use_sg, use_v);                            \
        use_set = sg_mask_and(use_set, sg_match_any(use_sg, use_v));                                             \
        use_bytes[get_global_id(0)] ^= ((const uchar *)&use_v)[0];                                           \
    }
#define USE_INTEGER(USE_T)                                                                                   \
    {                                                                                                        \
        USE_T use_v = (USE_T)(use_number);                                                                   \
        USE_FAMILY(USE_T, and) USE_SEGMENTS(USE_T, and) USE_GROUPS(USE_T, and)                               \
        USE_FAMILY(USE_T, or) USE_SEGMENTS(USE_T, or) USE_GROUPS(USE_T, or)                                  \
        USE_FAMILY(USE_T, xor) USE_SEGMENTS(USE_T, xor) USE_GROUPS(USE_T, xor)                               \
        use_bytes[get_global_id(0)] ^= ((const uchar *)&use_v)[0];                                           \
    }

SG_KERNEL void use_moves(__global uchar *use_bytes, uint use_number, __local float4 *use_parts SG_PARAMS) {
    SG_BEGIN(use_sg);
    const uint use_lane = sg_lane(use_sg);
    USE_MOVES(int)
    USE_MOVES(uint)
    USE_MOVES(float)
    USE_MOVES(float2)
    USE_MOVES(float3)
    USE_MOVES(float4)
#if SG_HAS_INT64
    USE_MOVES(long)
    USE_MOVES(ulong)
#endif
#if SG_HAS_FP64
    USE_MOVES(double)
#endif
}

SG_KERNEL void use_scalars(__global uchar *use_bytes, uint use_number, __local ulong *use_parts SG_PARAMS) {
    SG_BEGIN(use_sg);
    sg_mask use_set = sg_mask_full();
    USE_SCALAR(int)
    USE_SCALAR(uint)
    USE_SCALAR(float)
    USE_INTEGER(int)
    USE_INTEGER(uint)
#if SG_HAS_INT64
    USE_SCALAR(long)
    USE_SCALAR(ulong)
    USE_INTEGER(long)
    USE_INTEGER(ulong)
#endif
#if SG_HAS_FP64
    USE_SCALAR(double)
#endif
    use_bytes[get_global_id(0)] ^= (uchar)sg_mask_count(use_set);
}

SG_KERNEL void use_masks(__global uchar *use_bytes, uint use_number, __local uint *use_parts SG_PARAMS) {
    SG_BEGIN(use_sg);
    sg_mask use_set = sg_ballot(use_sg, use_number != 0);
    const uint use_at = sg_mask_lowest(use_set) + sg_mask_highest(use_set);
    use_set = sg_mask_or(use_set, sg_mask_andnot(sg_mask_full(), sg_mask_empty()));
    use_set = sg_mask_and(use_set, sg_mask_or(sg_mask_lane(use_at), sg_mask_below(use_at)));
    use_set = sg_mask_or(use_set, sg_mask_or(sg_mask_eq(use_sg), sg_mask_lt(use_sg)));
    use_set = sg_mask_or(use_set, sg_mask_or(sg_mask_le(use_sg), sg_mask_or(sg_mask_gt(use_sg), sg_mask_ge(use_sg))));
    use_set = sg_mask_or(use_set, sg_mask_or(sg_mask_to(use_at), sg_mask_from_words(sg_mask_words(use_set))));
    use_set = sg_mask_xor(sg_mask_not(use_set), sg_mask_clear_lowest(use_set));
    uint use_sum = sg_mask_count(use_set) + sg_mask_count_below(use_set, use_at) + sg_mask_count_to(use_set, use_at);
    use_sum += (uint)(sg_mask_bit(use_set, use_at) + sg_mask_none(use_set) + sg_any(use_sg, 1) + sg_all(use_sg, 1));
    use_sum += (uint)sg_elect(use_sg, 1) + sg_first(use_sg, 1) + sg_last(use_sg, 1);
    use_sum += (uint)sg_mask_equal(use_set, sg_mask_full()) + sg_mask_nth(use_set, use_at);
    use_sum += (uint)(sg_group_any(use_sg, 1, use_parts) + sg_group_all(use_sg, 1, use_parts));
    use_sum += sg_width(use_sg) + sg_id(use_sg) + sg_count(use_sg);
    sg_barrier_local(use_sg);
    sg_barrier_global(use_sg);
    sg_group_barrier_local(use_sg);
    sg_group_barrier_global(use_sg);
    use_bytes[get_global_id(0)] = (uchar)use_sum;
}
