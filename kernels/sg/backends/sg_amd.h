/* Backend amd: compiler builtins, and the few library functions that exist.
 * SPDX-License-Identifier: MIT
 *
 * Needs -cl-std=CL2.0 or later. The width is the wavefront's, 32 or 64, set by the compiler's own option;
 * SG_WIDTH must equal it. ds_bpermute moves values between any lanes, but in wavefronts of 64 on gfx10 and
 * later only within each half of 32. There the halves are exchanged first (an instruction of gfx11 and
 * later), or values move through local memory (gfx10).
 */
#define SG_REQUIRED_WIDTH
#if !defined(__OPENCL_C_VERSION__) || __OPENCL_C_VERSION__ < 200
#error                                                                                                       \
    "backend amd needs OpenCL C 2.0: give the build option -cl-std=CL2.0, or -DSG_BACKEND=SG_LOCAL for emulated sub-groups"
#endif
#if defined(__AMDGCN_WAVEFRONT_SIZE)
#if __AMDGCN_WAVEFRONT_SIZE != SG_WIDTH
#error "SG_WIDTH is not the wavefront size that this is compiled for"
#endif
#elif SG_WIDTH != 32 && SG_WIDTH != 64
#error "backend amd has sub-groups of 32 or 64 lanes: another SG_WIDTH needs SG_BACKEND=SG_LOCAL"
#endif
#pragma OPENCL EXTENSION cl_khr_subgroups : enable

/* Before a loop of ballots: 64 unrolled ballots need more scalar registers than exist. */
#define SG_FEW_BALLOTS _Pragma("unroll 16")
#define SG_AMD_LANE() __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u))
/* Makes a shift by the lane defined for the compiler. */
SG_FN uint sg_amd_lane(void) {
    const uint sg_r = SG_AMD_LANE();
    __builtin_assume(sg_r < SG_WIDTH);
    return sg_r;
}
#define SG_N_LANE() sg_amd_lane()
#define SG_N_ID() ((uint)get_sub_group_id())
#define SG_N_BARRIER(fence) sub_group_barrier(fence)

#define SG_SHUFFLE_WRAPS 1
#define SG_AMD_PERMUTE(v, i) ((uint)__builtin_amdgcn_ds_bpermute((int)((i) << 2), (int)(v)))
#if SG_WIDTH == 32 || defined(__GFX8__) || defined(__GFX9__)
#define SG_AMD_SHUFFLE 1
#define SG_N_SHUFFLE(v, i) SG_AMD_PERMUTE(v, i)
#elif __has_builtin(__builtin_amdgcn_permlane64) && !defined(__GFX10__)
#define SG_AMD_SHUFFLE 1
#define SG_N_SHUFFLE(v, i) sg_amd_shuffle_halves(v, i)
/* Both permutes stay within the reader's half, which works on every device. */
SG_FN uint sg_amd_shuffle_halves(uint sg_v, uint sg_i) {
    const uint sg_me = SG_N_LANE();
    const uint sg_at = (sg_i & 31u) | (sg_me & 32u);
    const uint sg_same = SG_AMD_PERMUTE(sg_v, sg_at);
    const uint sg_other = SG_AMD_PERMUTE(__builtin_amdgcn_permlane64(sg_v), sg_at);
    return ((sg_i ^ sg_me) & 32u) != 0 ? sg_other : sg_same;
}
#else
#define SG_AMD_SHUFFLE 0
#endif
#define SG_N_BROADCAST(v, i)                                                                                 \
    ((uint)__builtin_amdgcn_readlane((int)(v), __builtin_amdgcn_readfirstlane((int)(i))))

/* 33 is the compiler's code for "not equal"; older compilers have no ballot builtin. */
#if SG_WIDTH == 64 && __has_builtin(__builtin_amdgcn_ballot_w64)
#define SG_N_BALLOT(p) __builtin_amdgcn_ballot_w64((p) != 0)
#elif SG_WIDTH == 32 && __has_builtin(__builtin_amdgcn_ballot_w32)
#define SG_N_BALLOT(p) __builtin_amdgcn_ballot_w32((p) != 0)
#else
#define SG_N_BALLOT(p) ((sg_mask)__builtin_amdgcn_uicmp((uint)((p) != 0), 0u, 33))
#endif
/* The library's own votes have twice as many instructions. */
#define SG_N_ANY(p) (SG_N_BALLOT(p) != 0)
#define SG_N_ALL(p) (SG_N_BALLOT((p) == 0) == 0)

#define SG_N_REDUCE_ADD(v) sub_group_reduce_add(v)
#define SG_N_REDUCE_MIN(v) sub_group_reduce_min(v)
#define SG_N_REDUCE_MAX(v) sub_group_reduce_max(v)
/* The library compares 64 bits in each step. */
#define SG_HALVES_ORDER 1
#define SG_N_SCAN_INCLUSIVE_ADD(v) sub_group_scan_inclusive_add(v)
#define SG_N_SCAN_INCLUSIVE_MIN(v) sub_group_scan_inclusive_min(v)
#define SG_N_SCAN_INCLUSIVE_MAX(v) sub_group_scan_inclusive_max(v)
#define SG_N_SCAN_EXCLUSIVE_ADD(v) sub_group_scan_exclusive_add(v)
#define SG_N_SCAN_EXCLUSIVE_MIN(v) sub_group_scan_exclusive_min(v)
#define SG_N_SCAN_EXCLUSIVE_MAX(v) sub_group_scan_exclusive_max(v)

#if !SG_PROBED
#define SG_NATIVE_SHUFFLE_UINT SG_AMD_SHUFFLE
#define SG_NATIVE_BROADCAST_UINT 1
#define SG_NATIVE_BALLOT 1
#define SG_NATIVE_ANY 1
#define SG_NATIVE_ALL 1
#define SG_NATIVE_REDUCE_ADD 1
#define SG_NATIVE_REDUCE_MIN 1
#define SG_NATIVE_REDUCE_MAX 1
#define SG_NATIVE_SCAN_INCLUSIVE_ADD 1
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD 1
#endif

#define SG_N_REPORTED_WIDTH() ((uint)get_sub_group_size())
/* The execution mask: the lanes that run. */
#define SG_N_MEASURED_WIDTH(sg) ((uint)popcount(__builtin_amdgcn_read_exec()))
