/* Calls the standard names (SG_STANDARD_NAMES=1) after the macros of names.h. No name of that file may be used here. */
#if SG_USES_LOCAL
#define USE_BEGIN SG_BEGIN(sg_standard);
#else
#define USE_BEGIN
#endif
#define USE_FOLDS(use_op)                                                                                        \
    use_x[1] = sub_group_reduce_##use_op(use_v) + sub_group_scan_inclusive_##use_op(use_v);                      \
    use_x[2] = sub_group_scan_exclusive_##use_op(use_v) + sub_group_clustered_reduce_##use_op(use_v, 1);
#define USE_MOVES(USE_T)                                                                                         \
    {                                                                                                            \
        USE_T use_w = (USE_T)(0);                                                                                \
        use_w = intel_sub_group_shuffle_down(intel_sub_group_shuffle(use_w, 1u), use_w, 1u);                     \
        use_w = intel_sub_group_shuffle_up(use_w, intel_sub_group_shuffle_xor(use_w, 1u), 1u);                   \
        use_w = sub_group_shuffle(sub_group_shuffle_xor(use_w, 1u), 1u);                                         \
        use_w = sub_group_shuffle_up(sub_group_shuffle_down(use_w, 1u), 1u);                                     \
        use_w = sub_group_rotate(sub_group_broadcast(use_w, 0), 1u);                                             \
        ((__global uchar *)use_x)[3] ^= ((const uchar *)&use_w)[0];                                              \
    }

__kernel void use_standard(__global uint *use_x) {
    USE_BEGIN
    const uint use_v = use_x[0] + sub_group_broadcast_first(use_x[1]);
    const uint4 use_set = sub_group_ballot(sub_group_any(use_v) + sub_group_all(use_v));
    USE_FOLDS(add)
    USE_FOLDS(min)
    USE_FOLDS(max)
    USE_MOVES(char)
    USE_MOVES(ushort16)
    USE_MOVES(float)
    USE_MOVES(float3)
    USE_MOVES(long8)
    use_x[4] = sub_group_clustered_reduce_mul(use_v, 1) + sub_group_clustered_reduce_xor(use_v, 1);
    use_x[5] = sub_group_ballot_bit_count(use_set) + sub_group_ballot_find_lsb(use_set) + sub_group_ballot_find_msb(use_set);
    use_x[6] = sub_group_ballot_inclusive_scan(use_set) + sub_group_ballot_exclusive_scan(use_set);
    use_x[7] = sub_group_inverse_ballot(use_set) + sub_group_ballot_bit_extract(use_set, 1u) + sub_group_elect();
    use_x[8] = sub_group_ballot_bit_count(get_sub_group_eq_mask() | get_sub_group_gt_mask() | get_sub_group_le_mask());
    use_x[9] = get_sub_group_size() + get_num_sub_groups() + get_sub_group_id() + get_sub_group_local_id();
    intel_sub_group_block_write2(use_x, intel_sub_group_block_read2(use_x));
    intel_sub_group_block_write_uc((__global uchar *)use_x, intel_sub_group_block_read_uc((__global uchar *)use_x));
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
}
