/* Backend khr: the standard sub-group functions.
 * SPDX-License-Identifier: MIT
 *
 * The compiler chooses the width; SG_WIDTH must equal it, which the host verifies by a run (SG_RECORD).
 * SG_REQUIRED_WIDTH may be the attribute that requests a width. Without SG_PROBED the extension macros decide
 * what is native, only for the basic operations: drivers have listed extensions whose functions did not link
 * or computed wrong results.
 */
#ifndef SG_REQUIRED_WIDTH
#define SG_REQUIRED_WIDTH
#endif
#if defined(cl_khr_subgroups)
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#endif

#define SG_N_LANE() ((uint)get_sub_group_local_id())
#define SG_N_ID() ((uint)get_sub_group_id())
#define SG_N_BARRIER(fence) sub_group_barrier(fence)

#if !SG_PROBED
#if defined(cl_khr_subgroup_shuffle)
#define SG_NATIVE_SHUFFLE_UINT 1
#define SG_NATIVE_SHUFFLE_XOR_UINT 1
#endif
#if defined(cl_khr_subgroup_ballot)
#define SG_NATIVE_BALLOT 1
#endif
#define SG_NATIVE_ANY 1
#define SG_NATIVE_ALL 1
#define SG_NATIVE_BROADCAST_UINT 1
#define SG_NATIVE_REDUCE_ADD 1
#define SG_NATIVE_REDUCE_MIN 1
#define SG_NATIVE_REDUCE_MAX 1
#define SG_NATIVE_SCAN_INCLUSIVE_ADD 1
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD 1
#endif

/* An index past the end is undefined in the standard, and an invalid read on some CPU devices, so it is
   masked. */
#ifndef SG_N_SHUFFLE
#define SG_N_SHUFFLE(v, i) sub_group_shuffle(v, (i) & (SG_WIDTH - 1u))
#define SG_N_SHUFFLE_XOR(v, m) sub_group_shuffle_xor(v, m)
#endif
#define SG_N_SHUFFLE_UP(v, d) sub_group_shuffle_up(v, d)
#define SG_N_SHUFFLE_DOWN(v, d) sub_group_shuffle_down(v, d)
#define SG_N_BROADCAST(v, i) sub_group_broadcast(v, i)
#define SG_N_BALLOT(p) sg_mask_from_words(sub_group_ballot(p))
#ifndef SG_N_ANY
#define SG_N_ANY(p) sub_group_any(p)
#define SG_N_ALL(p) sub_group_all(p)
#endif
#define SG_N_ALL_EQUAL(bits) sub_group_non_uniform_all_equal(bits)
/* The find functions are unspecified for an empty ballot; here the result is SG_WIDTH. */
#define SG_N_FIRST(p) sg_khr_find(sub_group_ballot_find_lsb(sub_group_ballot(p)), sub_group_ballot(p))
#define SG_N_LAST(p) sg_khr_find(sub_group_ballot_find_msb(sub_group_ballot(p)), sub_group_ballot(p))
SG_FN uint sg_khr_find(uint sg_at, uint4 sg_votes) {
    const uint sg_any = SG_AT(sg_votes, 0) | SG_AT(sg_votes, 1) | SG_AT(sg_votes, 2) | SG_AT(sg_votes, 3);
    return sg_any != 0 ? sg_at : (uint)SG_WIDTH;
}

#define SG_N_REDUCE_ADD(v) sub_group_reduce_add(v)
#define SG_N_REDUCE_MIN(v) sub_group_reduce_min(v)
#define SG_N_REDUCE_MAX(v) sub_group_reduce_max(v)
#define SG_N_REDUCE_MUL(v) sub_group_non_uniform_reduce_mul(v)
#define SG_N_REDUCE_AND(v) sub_group_non_uniform_reduce_and(v)
#define SG_N_REDUCE_OR(v) sub_group_non_uniform_reduce_or(v)
#define SG_N_REDUCE_XOR(v) sub_group_non_uniform_reduce_xor(v)
#define SG_N_SCAN_INCLUSIVE_ADD(v) sub_group_scan_inclusive_add(v)
#define SG_N_SCAN_INCLUSIVE_MIN(v) sub_group_scan_inclusive_min(v)
#define SG_N_SCAN_INCLUSIVE_MAX(v) sub_group_scan_inclusive_max(v)
#define SG_N_SCAN_INCLUSIVE_MUL(v) sub_group_non_uniform_scan_inclusive_mul(v)
#define SG_N_SCAN_INCLUSIVE_AND(v) sub_group_non_uniform_scan_inclusive_and(v)
#define SG_N_SCAN_INCLUSIVE_OR(v) sub_group_non_uniform_scan_inclusive_or(v)
#define SG_N_SCAN_INCLUSIVE_XOR(v) sub_group_non_uniform_scan_inclusive_xor(v)
#define SG_N_SCAN_EXCLUSIVE_ADD(v) sub_group_scan_exclusive_add(v)
#define SG_N_SCAN_EXCLUSIVE_MIN(v) sub_group_scan_exclusive_min(v)
#define SG_N_SCAN_EXCLUSIVE_MAX(v) sub_group_scan_exclusive_max(v)
#define SG_N_SCAN_EXCLUSIVE_MUL(v) sub_group_non_uniform_scan_exclusive_mul(v)
#define SG_N_SCAN_EXCLUSIVE_AND(v) sub_group_non_uniform_scan_exclusive_and(v)
#define SG_N_SCAN_EXCLUSIVE_OR(v) sub_group_non_uniform_scan_exclusive_or(v)
#define SG_N_SCAN_EXCLUSIVE_XOR(v) sub_group_non_uniform_scan_exclusive_xor(v)

/* Counts raw values, because sg_mask is limited to SG_WIDTH lanes. */
#define SG_N_REPORTED_WIDTH() ((uint)get_sub_group_size())
#define SG_N_MEASURED_WIDTH(sg) SG_PICK(SG_NATIVE_REDUCE_ADD_UINT)(sub_group_reduce_add(1u), SG_KHR_COUNT)
#define SG_KHR_COUNT SG_PICK(SG_NATIVE_BALLOT)(sg_khr_count(sub_group_ballot(1)), (uint)get_sub_group_size())
SG_FN uint sg_khr_count(uint4 sg_votes) {
    const uint4 sg_c = popcount(sg_votes);
    return SG_AT(sg_c, 0) + SG_AT(sg_c, 1) + SG_AT(sg_c, 2) + SG_AT(sg_c, 3);
}
