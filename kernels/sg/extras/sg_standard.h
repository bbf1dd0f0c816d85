/* crosslane sub-group layer: the standard's and Intel's names of sub-group functions, for kernels written
 * with them. SPDX-License-Identifier: MIT
 *
 * Only with SG_STANDARD_NAMES=1. A name is defined if the compiler lacks its extension, and emulated every
 * name is. The contract of the layer holds: every lane calls, in sub-group-uniform flow, also where an
 * extension allows divergent flow. The non_uniform functions, which exist only for divergent flow, are left
 * undefined. Sub-groups are whole: the size of a work-group is a multiple of SG_WIDTH.
 *
 * If the context is more than a number (emulated, traced, guarded), each kernel begins with
 * SG_BEGIN(sg_standard), and each function that uses a name has a parameter `sg_t sg_standard`. `crosslane
 * inspect` adds both to a program; it reads the lists below (standard_names.c).
 */
#if SG_USES_LOCAL || SG_TRACE || SG_GUARD == 2
#define SG_STANDARD_ sg_standard
#else
#define SG_STANDARD_ ((sg_t)0)
#endif

SG_FN uint sg_std_lane(void) {
    return SG_N_LANE();
}
SG_FN uint sg_std_id(void) {
    return SG_ITEM_ / SG_WIDTH;
}
SG_FN uint sg_std_size(void) {
    return SG_WIDTH;
}
SG_FN uint sg_std_count(void) {
    return ((uint)(get_local_size(0) * get_local_size(1) * get_local_size(2)) + SG_WIDTH - 1u) / SG_WIDTH;
}
SG_FN void sg_std_barrier(cl_mem_fence_flags sg_fence) {
    SG_N_BARRIER(sg_fence);
}
#if defined(__OPENCL_C_VERSION__) && __OPENCL_C_VERSION__ >= 200
SG_FN void sg_std_barrier(cl_mem_fence_flags sg_fence, memory_scope sg_scope) {
    SG_N_BARRIER(sg_fence);
}
#endif
SG_FN int sg_std_elect(void) {
    return sg_std_lane() == 0;
}

#include "sg/extras/sg_moves.h"

/* Reductions and scans. Narrow integers are computed in int or uint; an identity beyond the type saturates.
 */
#define SG_STD_FOLD(T, W, f, to)                                                                             \
    SG_FN T sg_std_##f(sg_t sg_ctx, T sg_v) {                                                                \
        return to(sg_##f(sg_ctx, (W)sg_v));                                                                  \
    }
#define SG_STD_CLUSTER(T, W, f, to)                                                                          \
    SG_FN T sg_std_cluster_##f(sg_t sg_ctx, T sg_v, uint sg_size) {                                          \
        return to(sg_cluster_##f(sg_ctx, (W)sg_v, sg_size));                                                 \
    }
#define SG_STD_FOLDS(T, W, op, wraps, saturates)                                                             \
    SG_STD_FOLD(T, W, reduce_##op, wraps)                                                                    \
    SG_STD_FOLD(T, W, scan_inclusive_##op, wraps)                                                            \
    SG_STD_FOLD(T, W, scan_exclusive_##op, saturates)                                                        \
    SG_STD_CLUSTER(T, W, reduce_##op, wraps)
#define SG_STD_SMALL(T, W)                                                                                   \
    SG_STD_FOLDS(T, W, add, (T), (T))                                                                        \
    SG_STD_FOLDS(T, W, min, (T), convert_##T##_sat)                                                          \
    SG_STD_FOLDS(T, W, max, (T), convert_##T##_sat) SG_STD_CLUSTER(T, W, reduce_mul, (T)) SG_STD_BITS(T, W)
#define SG_STD_BITS(T, W)                                                                                    \
    SG_STD_CLUSTER(T, W, reduce_and, (T))                                                                    \
    SG_STD_CLUSTER(T, W, reduce_or, (T)) SG_STD_CLUSTER(T, W, reduce_xor, (T))
#define SG_STD_FOLDS_OF(T, U, N)                                                                             \
    SG_STD_FOLDS(T, T, add, , )                                                                              \
    SG_STD_FOLDS(T, T, min, , ) SG_STD_FOLDS(T, T, max, , ) SG_STD_CLUSTER(T, T, reduce_mul, )
#define SG_STD_BITS_OF(T, U, N) SG_STD_BITS(T, T)
SG_STD_SMALL(char, int)
SG_STD_SMALL(uchar, uint)
SG_STD_SMALL(short, int)
SG_STD_SMALL(ushort, uint)
SG_TYPES_SCALAR(SG_STD_FOLDS_OF)
SG_TYPES_INTEGER(SG_STD_BITS_OF)

#define SG_STD_MASK(m) sg_mask_from_words(m)
SG_FN uint4 sg_std_ballot(sg_t sg_ctx, int sg_p) {
    return sg_mask_words(sg_ballot(sg_ctx, sg_p));
}
SG_FN int sg_std_bit(uint4 sg_m, uint sg_i) {
    return sg_mask_bit(SG_STD_MASK(sg_m), sg_i);
}
SG_FN uint sg_std_bits(uint4 sg_m) {
    return sg_mask_count(SG_STD_MASK(sg_m));
}
SG_FN uint sg_std_bits_to(uint4 sg_m) {
    return sg_mask_count_to(SG_STD_MASK(sg_m), sg_std_lane());
}
SG_FN uint sg_std_bits_below(uint4 sg_m) {
    return sg_mask_count_below(SG_STD_MASK(sg_m), sg_std_lane());
}
SG_FN uint sg_std_lowest(uint4 sg_m) {
    return sg_mask_lowest(SG_STD_MASK(sg_m));
}
SG_FN uint sg_std_highest(uint4 sg_m) {
    return sg_mask_highest(SG_STD_MASK(sg_m));
}
SG_FN uint4 sg_std_above(uint sg_at_least) {
    return sg_mask_words(sg_mask_not(sg_mask_below(sg_at_least)));
}

#include "sg/extras/sg_blocks.h"
SG_BLOCKS(sg_std_block, SG_FN, sg_std_lane(), SG_WIDTH)

/* Emulated, a required width is SG_WIDTH, in whatever lanes the compiler chooses; some refuse one that they
 * lack. */
#if SG_BACKEND == SG_LOCAL
#define intel_reqd_sub_group_size(n)
#endif

/* The names. A line of each list that mentions SG_STANDARD_ exchanges values. */
#if SG_BACKEND == SG_LOCAL ||                                                                                \
    !(defined(cl_khr_subgroups) || defined(__opencl_c_subgroups) || defined(cl_intel_subgroups))
#define get_sub_group_size sg_std_size
#define get_max_sub_group_size sg_std_size
#define get_num_sub_groups sg_std_count
#define get_enqueued_num_sub_groups sg_std_count
#define get_sub_group_id sg_std_id
#define get_sub_group_local_id sg_std_lane
#define sub_group_barrier sg_std_barrier
#define sub_group_all(p) sg_all(SG_STANDARD_, p)
#define sub_group_any(p) sg_any(SG_STANDARD_, p)
#define sub_group_broadcast(v, i) sg_std_broadcast(SG_STANDARD_, v, i)
#define sub_group_reduce_add(v) sg_std_reduce_add(SG_STANDARD_, v)
#define sub_group_reduce_min(v) sg_std_reduce_min(SG_STANDARD_, v)
#define sub_group_reduce_max(v) sg_std_reduce_max(SG_STANDARD_, v)
#define sub_group_scan_inclusive_add(v) sg_std_scan_inclusive_add(SG_STANDARD_, v)
#define sub_group_scan_inclusive_min(v) sg_std_scan_inclusive_min(SG_STANDARD_, v)
#define sub_group_scan_inclusive_max(v) sg_std_scan_inclusive_max(SG_STANDARD_, v)
#define sub_group_scan_exclusive_add(v) sg_std_scan_exclusive_add(SG_STANDARD_, v)
#define sub_group_scan_exclusive_min(v) sg_std_scan_exclusive_min(SG_STANDARD_, v)
#define sub_group_scan_exclusive_max(v) sg_std_scan_exclusive_max(SG_STANDARD_, v)
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_khr_subgroup_non_uniform_vote)
#define sub_group_elect sg_std_elect
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_khr_subgroup_ballot)
#define sub_group_broadcast_first(v) sg_std_broadcast(SG_STANDARD_, v, 0u)
#define sub_group_ballot(p) sg_std_ballot(SG_STANDARD_, p)
#define sub_group_inverse_ballot(m) sg_std_bit(m, sg_std_lane())
#define sub_group_ballot_bit_extract sg_std_bit
#define sub_group_ballot_bit_count sg_std_bits
#define sub_group_ballot_inclusive_scan sg_std_bits_to
#define sub_group_ballot_exclusive_scan sg_std_bits_below
#define sub_group_ballot_find_lsb sg_std_lowest
#define sub_group_ballot_find_msb sg_std_highest
#define get_sub_group_eq_mask() sg_mask_words(sg_mask_lane(sg_std_lane()))
#define get_sub_group_ge_mask() sg_std_above(sg_std_lane())
#define get_sub_group_gt_mask() sg_std_above(sg_std_lane() + 1u)
#define get_sub_group_le_mask() sg_mask_words(sg_mask_to(sg_std_lane()))
#define get_sub_group_lt_mask() sg_mask_words(sg_mask_below(sg_std_lane()))
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_khr_subgroup_shuffle)
#define sub_group_shuffle(v, i) sg_std_shuffle(SG_STANDARD_, v, i)
#define sub_group_shuffle_xor(v, m) sg_std_shuffle_xor(SG_STANDARD_, v, m)
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_khr_subgroup_shuffle_relative)
#define sub_group_shuffle_up(v, d) sg_std_shuffle_up(SG_STANDARD_, v, d)
#define sub_group_shuffle_down(v, d) sg_std_shuffle_down(SG_STANDARD_, v, d)
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_khr_subgroup_rotate)
#define sub_group_rotate(v, d) sg_std_rotate(SG_STANDARD_, v, (uint)(d))
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_khr_subgroup_clustered_reduce)
#define sub_group_clustered_reduce_add(v, n) sg_std_cluster_reduce_add(SG_STANDARD_, v, n)
#define sub_group_clustered_reduce_mul(v, n) sg_std_cluster_reduce_mul(SG_STANDARD_, v, n)
#define sub_group_clustered_reduce_min(v, n) sg_std_cluster_reduce_min(SG_STANDARD_, v, n)
#define sub_group_clustered_reduce_max(v, n) sg_std_cluster_reduce_max(SG_STANDARD_, v, n)
#define sub_group_clustered_reduce_and(v, n) sg_std_cluster_reduce_and(SG_STANDARD_, v, n)
#define sub_group_clustered_reduce_or(v, n) sg_std_cluster_reduce_or(SG_STANDARD_, v, n)
#define sub_group_clustered_reduce_xor(v, n) sg_std_cluster_reduce_xor(SG_STANDARD_, v, n)
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_intel_subgroups)
#define intel_sub_group_shuffle(v, i) sg_std_shuffle(SG_STANDARD_, v, i)
#define intel_sub_group_shuffle_xor(v, m) sg_std_shuffle_xor(SG_STANDARD_, v, m)
#define intel_sub_group_shuffle_down(v, w, d) sg_std_down_pair(SG_STANDARD_, v, w, d)
#define intel_sub_group_shuffle_up(v, w, d) sg_std_up_pair(SG_STANDARD_, v, w, d)
#define intel_sub_group_block_read sg_std_block_read
#define intel_sub_group_block_read2 sg_std_block_read2
#define intel_sub_group_block_read4 sg_std_block_read4
#define intel_sub_group_block_read8 sg_std_block_read8
#define intel_sub_group_block_write sg_std_block_write
#define intel_sub_group_block_write2 sg_std_block_write2
#define intel_sub_group_block_write4 sg_std_block_write4
#define intel_sub_group_block_write8 sg_std_block_write8
#define intel_sub_group_block_read_ui sg_std_block_read_ui
#define intel_sub_group_block_read_ui2 sg_std_block_read_ui2
#define intel_sub_group_block_read_ui4 sg_std_block_read_ui4
#define intel_sub_group_block_read_ui8 sg_std_block_read_ui8
#define intel_sub_group_block_write_ui sg_std_block_write_ui
#define intel_sub_group_block_write_ui2 sg_std_block_write_ui2
#define intel_sub_group_block_write_ui4 sg_std_block_write_ui4
#define intel_sub_group_block_write_ui8 sg_std_block_write_ui8
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_intel_subgroups_short)
#define intel_sub_group_block_read_us sg_std_block_read_us
#define intel_sub_group_block_read_us2 sg_std_block_read_us2
#define intel_sub_group_block_read_us4 sg_std_block_read_us4
#define intel_sub_group_block_read_us8 sg_std_block_read_us8
#define intel_sub_group_block_write_us sg_std_block_write_us
#define intel_sub_group_block_write_us2 sg_std_block_write_us2
#define intel_sub_group_block_write_us4 sg_std_block_write_us4
#define intel_sub_group_block_write_us8 sg_std_block_write_us8
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_intel_subgroups_char)
#define intel_sub_group_block_read_uc sg_std_block_read_uc
#define intel_sub_group_block_read_uc2 sg_std_block_read_uc2
#define intel_sub_group_block_read_uc4 sg_std_block_read_uc4
#define intel_sub_group_block_read_uc8 sg_std_block_read_uc8
#define intel_sub_group_block_write_uc sg_std_block_write_uc
#define intel_sub_group_block_write_uc2 sg_std_block_write_uc2
#define intel_sub_group_block_write_uc4 sg_std_block_write_uc4
#define intel_sub_group_block_write_uc8 sg_std_block_write_uc8
#endif
#if SG_BACKEND == SG_LOCAL || !defined(cl_intel_subgroups_long)
#define intel_sub_group_block_read_ul sg_std_block_read_ul
#define intel_sub_group_block_read_ul2 sg_std_block_read_ul2
#define intel_sub_group_block_read_ul4 sg_std_block_read_ul4
#define intel_sub_group_block_read_ul8 sg_std_block_read_ul8
#define intel_sub_group_block_write_ul sg_std_block_write_ul
#define intel_sub_group_block_write_ul2 sg_std_block_write_ul2
#define intel_sub_group_block_write_ul4 sg_std_block_write_ul4
#define intel_sub_group_block_write_ul8 sg_std_block_write_ul8
#endif
