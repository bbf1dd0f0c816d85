/* crosslane_sg.h 0.1.0, made from kernels/sg by cmake/AmalgamateHeader.cmake.
 *
 * MIT License
 *
 * Copyright (c) 2026 The crosslane authors
 *
 * Permission is hereby granted, free of charge, to any person obtaining a copy
 * of this software and associated documentation files (the "Software"), to deal
 * in the Software without restriction, including without limitation the rights
 * to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
 * copies of the Software, and to permit persons to whom the Software is
 * furnished to do so, subject to the following conditions:
 *
 * The above copyright notice and this permission notice shall be included in all
 * copies or substantial portions of the Software.
 *
 * THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
 * IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
 * FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
 * AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
 * LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
 * OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
 * SOFTWARE.
 */
/* crosslane sub-group layer: the only include that a kernel needs.
 * SPDX-License-Identifier: MIT
 *
 * One kernel source runs on every OpenCL device: with the device's own sub-group operations if they compute
 * correct results, otherwise with derived operations, and without sub-groups through local memory. A kernel
 * looks like this:
 *
 *     SG_KERNEL void total_subgroup(__global const uint *x, __global uint *out SG_PARAMS)
 *     {
 *         SG_BEGIN(sg);
 *         uint sum = sg_reduce_add(sg, x[get_global_id(0)]);
 *         if (sg_elect(sg, 1))
 *             atomic_add(out, sum);
 *     }
 *
 * The contract: every lane of the sub-group calls every operation, never in a branch, a loop, `&&`, `||` or
 * `?:` that only some lanes enter. Use a predicate argument or an identity value to exclude lanes.
 * Work-groups are one-dimensional with exactly SG_GROUP_SIZE work-items, a multiple of SG_WIDTH: mask the
 * data, not the launch. With SG_BACKEND=SG_LOCAL an operation is a work-group barrier, so flow must be
 * work-group-uniform, unless SG_GROUP_SIZE equals SG_WIDTH.
 *
 * A width that the device does not run gives wrong results without an error. -DSG_GUARD=1 detects it
 * (sg_guard.h): the kernel takes one more argument, a buffer of two uints, both 0. If one is not 0 after the
 * launch, the results are invalid: [0] is the number of lanes that ran together, [1] the size of a work-group
 * that was not SG_GROUP_SIZE.
 *
 * Options (all by -D); README.md has the operations, their costs and edge cases:
 *   SG_WIDTH       lanes of a sub-group: a power of two from 1 to 128.
 *   SG_GROUP_SIZE  work-items of a work-group (default SG_WIDTH).
 *   SG_BACKEND     SG_KHR, SG_INTEL, SG_AMD, SG_NVIDIA or SG_LOCAL (default: from compiler macros)
 *   SG_PROBED      1: only the SG_NATIVE_* given as 1 are used, as found by running them.
 *   SG_GUARD       1: a parameter that reports a wrong width; 2: invalid indices too (sg_guard.h).
 *   SG_RECORD, SG_TRACE          1: extra kernel parameters (sg_trace.h).
 *   SG_SEGMENTS    1: reductions and scans of segments and partitions (sg_segment.h)
 *   SG_GROUPS      1: reductions and scans of work-groups, for every type (sg_group.h)
 *   SG_STANDARD_NAMES  1: sub_group_ and intel_sub_group_ functions that the device lacks (sg_standard.h)
 *   SG_HAS_FP16, SG_HAS_FP64     0 or 1: half and double (default: from compiler macros)
 *   SG_HAS_INT64, SG_HAS_VECTOR  0: without long and ulong, float2 to float4, for shorter builds
 *   SG_SM          NVIDIA only: compute capability, 90 for 9.0
 */
#define SG_VERSION "0.1.0"
#ifdef SG_H_INCLUDED
#if SG_WIDTH != SG_BUILT_WIDTH_
#error                                                                                                       \
    "this header was included before, with another SG_WIDTH: a program has one; build two programs for two widths"
#elif SG_BACKEND != SG_BUILT_BACKEND_
#error                                                                                                       \
    "this header was included before, with another SG_BACKEND: a program has one; build two programs for two backends"
#elif SG_GROUP_SIZE % SG_WIDTH != 0 ||                                                                       \
    SG_GROUP_SIZE / SG_WIDTH !=                                                                              \
        1 * defined(SG_BUILT_COUNT_1_) + 2 * defined(SG_BUILT_COUNT_2_) + 4 * defined(SG_BUILT_COUNT_4_) +   \
            8 * defined(SG_BUILT_COUNT_8_) + 16 * defined(SG_BUILT_COUNT_16_) +                              \
            32 * defined(SG_BUILT_COUNT_32_) + 64 * defined(SG_BUILT_COUNT_64_) +                            \
            128 * defined(SG_BUILT_COUNT_128_) + 256 * defined(SG_BUILT_COUNT_256_) +                        \
            512 * defined(SG_BUILT_COUNT_512_) + 1024 * defined(SG_BUILT_COUNT_1024_) +                      \
            2048 * defined(SG_BUILT_COUNT_2048_) + 4096 * defined(SG_BUILT_COUNT_4096_)
#error                                                                                                       \
    "this header was included before, with another SG_GROUP_SIZE: a program has one; build two programs for two sizes"
#endif
#else
#define SG_H_INCLUDED
#define SG_KHR 1
#define SG_INTEL 2
#define SG_AMD 3
#define SG_NVIDIA 4
#define SG_LOCAL 5
#ifndef SG_PROBED
#define SG_PROBED 0
#endif
#ifndef SG_RECORD
#define SG_RECORD 0
#endif
#ifndef SG_TRACE
#define SG_TRACE 0
#endif
#ifndef SG_GUARD
#define SG_GUARD 0
#endif
#ifndef SG_SEGMENTS
#define SG_SEGMENTS 0
#endif
#ifndef SG_GROUPS
#define SG_GROUPS 0
#endif
#ifndef SG_STANDARD_NAMES
#define SG_STANDARD_NAMES 0
#endif
#ifndef SG_PLANT_WRONG_WIDTH
#define SG_PLANT_WRONG_WIDTH 0
#endif
#ifndef SG_PLANT_WRONG_IDENTITY
#define SG_PLANT_WRONG_IDENTITY 0
#endif
#ifndef SG_BACKEND
#if defined(__NV_CL_C_VERSION)
#if !defined(SG_WIDTH) || SG_WIDTH == 32
#define SG_BACKEND SG_NVIDIA
#endif
#elif defined(__AMDGCN__)
#if defined(__AMDGCN_WAVEFRONT_SIZE) && (!defined(SG_WIDTH) || SG_WIDTH == __AMDGCN_WAVEFRONT_SIZE)
#define SG_BACKEND SG_AMD
#endif
#elif defined(cl_intel_required_subgroup_size) && defined(cl_intel_subgroups) && defined(SG_WIDTH)
#if SG_WIDTH == 8 || SG_WIDTH == 16 || SG_WIDTH == 32
#define SG_BACKEND SG_INTEL
#endif
#endif
#endif
#ifndef SG_BACKEND
#define SG_BACKEND SG_LOCAL
#endif
#ifndef SG_WIDTH
#if SG_BACKEND == SG_NVIDIA
#define SG_WIDTH 32
#elif SG_BACKEND == SG_AMD && defined(__AMDGCN_WAVEFRONT_SIZE)
#define SG_WIDTH __AMDGCN_WAVEFRONT_SIZE
#else
#error "give the sub-group width: -DSG_WIDTH=N"
#endif
#endif
#if SG_WIDTH < 1 || SG_WIDTH > 128 || (SG_WIDTH & (SG_WIDTH - 1)) != 0
#error "SG_WIDTH must be a power of two from 1 to 128"
#endif
#ifndef SG_GROUP_SIZE
#define SG_GROUP_SIZE SG_WIDTH
#endif
#if SG_GROUP_SIZE < SG_WIDTH || SG_GROUP_SIZE % SG_WIDTH != 0
#error "SG_GROUP_SIZE must be a multiple of SG_WIDTH"
#endif
#if SG_WIDTH == 1
#define SG_BUILT_WIDTH_ 1
#elif SG_WIDTH == 2
#define SG_BUILT_WIDTH_ 2
#elif SG_WIDTH == 4
#define SG_BUILT_WIDTH_ 4
#elif SG_WIDTH == 8
#define SG_BUILT_WIDTH_ 8
#elif SG_WIDTH == 16
#define SG_BUILT_WIDTH_ 16
#elif SG_WIDTH == 32
#define SG_BUILT_WIDTH_ 32
#elif SG_WIDTH == 64
#define SG_BUILT_WIDTH_ 64
#else
#define SG_BUILT_WIDTH_ 128
#endif
#if SG_BACKEND == SG_LOCAL
#define SG_BUILT_BACKEND_ SG_LOCAL
#elif SG_BACKEND == SG_KHR
#define SG_BUILT_BACKEND_ SG_KHR
#elif SG_BACKEND == SG_INTEL
#define SG_BUILT_BACKEND_ SG_INTEL
#elif SG_BACKEND == SG_AMD
#define SG_BUILT_BACKEND_ SG_AMD
#else
#define SG_BUILT_BACKEND_ SG_NVIDIA
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 1
#define SG_BUILT_COUNT_1_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 2
#define SG_BUILT_COUNT_2_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 4
#define SG_BUILT_COUNT_4_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 8
#define SG_BUILT_COUNT_8_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 16
#define SG_BUILT_COUNT_16_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 32
#define SG_BUILT_COUNT_32_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 64
#define SG_BUILT_COUNT_64_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 128
#define SG_BUILT_COUNT_128_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 256
#define SG_BUILT_COUNT_256_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 512
#define SG_BUILT_COUNT_512_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 1024
#define SG_BUILT_COUNT_1024_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 2048
#define SG_BUILT_COUNT_2048_
#endif
#if SG_GROUP_SIZE / SG_WIDTH & 4096
#define SG_BUILT_COUNT_4096_
#endif
#ifndef SG_HAS_FP64
#if defined(cl_khr_fp64) || defined(__opencl_c_fp64)
#define SG_HAS_FP64 1
#else
#define SG_HAS_FP64 0
#endif
#endif
#ifndef SG_HAS_FP16
#if defined(cl_khr_fp16)
#define SG_HAS_FP16 1
#else
#define SG_HAS_FP16 0
#endif
#endif
#ifndef SG_HAS_INT64
#define SG_HAS_INT64 1
#endif
#ifndef SG_HAS_VECTOR
#define SG_HAS_VECTOR 1
#endif
#if SG_HAS_FP64 && defined(cl_khr_fp64)
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#endif
#if SG_HAS_FP16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#if defined(__clang__)
#define SG_AT(v, n) (v)[n]
#elif defined(s0) || defined(s1) || defined(s2) || defined(s3)
#error "with this compiler no macro may be called s0, s1, s2 or s3: they are names of vectors' components"
#else
#define SG_AT(v, n) (v).s##n
#endif
#ifdef __has_attribute
#define SG_HAS_ENABLE_IF __has_attribute(__enable_if__)
#else
#define SG_HAS_ENABLE_IF 0
#endif
#define SG_FN static inline __attribute__((__overloadable__, __always_inline__))
#if SG_BACKEND == SG_KHR
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
#define SG_N_REPORTED_WIDTH() ((uint)get_sub_group_size())
#define SG_N_MEASURED_WIDTH(sg) SG_PICK(SG_NATIVE_REDUCE_ADD_UINT)(sub_group_reduce_add(1u), SG_KHR_COUNT)
#define SG_KHR_COUNT SG_PICK(SG_NATIVE_BALLOT)(sg_khr_count(sub_group_ballot(1)), (uint)get_sub_group_size())
SG_FN uint sg_khr_count(uint4 sg_votes) {
    const uint4 sg_c = popcount(sg_votes);
    return SG_AT(sg_c, 0) + SG_AT(sg_c, 1) + SG_AT(sg_c, 2) + SG_AT(sg_c, 3);
}
#elif SG_BACKEND == SG_INTEL
#define SG_REQUIRED_WIDTH __attribute__((intel_reqd_sub_group_size(SG_WIDTH)))
#if !defined(cl_khr_subgroup_shuffle) && defined(cl_intel_subgroups)
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#define SG_N_SHUFFLE(v, i) intel_sub_group_shuffle(v, (i) & (SG_WIDTH - 1u))
#define SG_N_SHUFFLE_XOR(v, m) intel_sub_group_shuffle_xor(v, m)
#if !SG_PROBED
#define SG_NATIVE_SHUFFLE_UINT 1
#define SG_NATIVE_SHUFFLE_XOR_UINT 1
#endif
#endif
#ifndef SG_GRAPHICS
#ifdef cl_intel_planar_yuv
#define SG_GRAPHICS 1
#else
#define SG_GRAPHICS 0
#endif
#endif
#if SG_GRAPHICS
#if defined(cl_khr_subgroup_ballot)
#define SG_N_ANY(p) !sg_mask_none(SG_N_BALLOT(p))
#define SG_N_ALL(p) sg_mask_none(SG_N_BALLOT((p) == 0))
#endif
#define SG_HALVES_ORDER 1
#define SG_HALVES_BITS 1
#define SG_HALVES_SUM 1
#if SG_WIDTH <= 16
#define SG_HALVES_BIT_SCANS 1
#endif
#if SG_WIDTH >= 16
#define SG_HALVES_SUM_SCANS 1
#endif
#endif
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
#define SG_N_REPORTED_WIDTH() ((uint)get_sub_group_size())
#define SG_N_MEASURED_WIDTH(sg) SG_PICK(SG_NATIVE_REDUCE_ADD_UINT)(sub_group_reduce_add(1u), SG_KHR_COUNT)
#define SG_KHR_COUNT SG_PICK(SG_NATIVE_BALLOT)(sg_khr_count(sub_group_ballot(1)), (uint)get_sub_group_size())
SG_FN uint sg_khr_count(uint4 sg_votes) {
    const uint4 sg_c = popcount(sg_votes);
    return SG_AT(sg_c, 0) + SG_AT(sg_c, 1) + SG_AT(sg_c, 2) + SG_AT(sg_c, 3);
}
#elif SG_BACKEND == SG_AMD
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
#define SG_FEW_BALLOTS _Pragma("unroll 16")
#define SG_AMD_LANE() __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0u))
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
#if SG_WIDTH == 64 && __has_builtin(__builtin_amdgcn_ballot_w64)
#define SG_N_BALLOT(p) __builtin_amdgcn_ballot_w64((p) != 0)
#elif SG_WIDTH == 32 && __has_builtin(__builtin_amdgcn_ballot_w32)
#define SG_N_BALLOT(p) __builtin_amdgcn_ballot_w32((p) != 0)
#else
#define SG_N_BALLOT(p) ((sg_mask)__builtin_amdgcn_uicmp((uint)((p) != 0), 0u, 33))
#endif
#define SG_N_ANY(p) (SG_N_BALLOT(p) != 0)
#define SG_N_ALL(p) (SG_N_BALLOT((p) == 0) == 0)
#define SG_N_REDUCE_ADD(v) sub_group_reduce_add(v)
#define SG_N_REDUCE_MIN(v) sub_group_reduce_min(v)
#define SG_N_REDUCE_MAX(v) sub_group_reduce_max(v)
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
#define SG_N_MEASURED_WIDTH(sg) ((uint)popcount(__builtin_amdgcn_read_exec()))
#elif SG_BACKEND == SG_NVIDIA
#define SG_REQUIRED_WIDTH
#if SG_WIDTH != 32
#error "backend nvidia has sub-groups of 32 lanes only: -DSG_WIDTH=32, or SG_BACKEND=SG_LOCAL"
#endif
#ifndef SG_SM
#define SG_SM 0
#endif
SG_FN uint sg_nv_lane(void) {
    uint sg_r;
    __asm__("mov.u32 %0, %%laneid;" : "=r"(sg_r));
    return sg_r;
}
#define SG_N_LANE() sg_nv_lane()
#define SG_N_ID() ((uint)get_local_id(0) / 32u)
#define SG_N_BARRIER(fence) __asm__ volatile("bar.warp.sync 0xffffffff;" : : : "memory")
#define SG_STAMP_NV_SHUFFLE(name, mode, clamp)                                                               \
    SG_FN uint sg_nv_##name(uint sg_v, uint sg_i) {                                                          \
        uint sg_r;                                                                                           \
        __asm__ volatile("shfl.sync." mode ".b32 %0, %1, %2, " clamp ", 0xffffffff;"                         \
                         : "=r"(sg_r)                                                                        \
                         : "r"(sg_v), "r"(sg_i));                                                            \
        return sg_r;                                                                                         \
    }
SG_STAMP_NV_SHUFFLE(shuffle, "idx", "0x1f")
SG_STAMP_NV_SHUFFLE(shuffle_xor, "bfly", "0x1f")
SG_STAMP_NV_SHUFFLE(shuffle_up, "up", "0")
SG_STAMP_NV_SHUFFLE(shuffle_down, "down", "0x1f")
#define SG_N_SHUFFLE(v, i) sg_nv_shuffle(v, i)
#define SG_N_SHUFFLE_XOR(v, m) sg_nv_shuffle_xor(v, m)
#define SG_SHUFFLE_WRAPS 1
#define SG_SHUFFLE_KEEPS 1
#define SG_N_SHUFFLE_UP(v, d) sg_nv_shuffle_up(v, d)
#define SG_N_SHUFFLE_DOWN(v, d) sg_nv_shuffle_down(v, d)
SG_FN uint sg_nv_ballot(uint sg_p) {
    uint sg_r;
    __asm__ volatile("{ .reg .pred q; setp.ne.u32 q, %1, 0; vote.sync.ballot.b32 %0, q, 0xffffffff; }"
                     : "=r"(sg_r)
                     : "r"(sg_p));
    return sg_r;
}
#define SG_STAMP_NV_VOTE(name)                                                                               \
    SG_FN int sg_nv_##name(uint sg_p) {                                                                      \
        uint sg_r;                                                                                           \
        __asm__ volatile("{ .reg .pred q, a; setp.ne.u32 q, %1, 0; vote.sync." #name                         \
                         ".pred a, q, 0xffffffff; selp.u32 %0, 1, 0, a; }"                                   \
                         : "=r"(sg_r)                                                                        \
                         : "r"(sg_p));                                                                       \
        return (int)sg_r;                                                                                    \
    }
SG_STAMP_NV_VOTE(any)
SG_STAMP_NV_VOTE(all)
#define SG_N_BALLOT(p) sg_nv_ballot((uint)(p))
#define SG_N_ANY(p) sg_nv_any((uint)(p))
#define SG_N_ALL(p) sg_nv_all((uint)(p))
#if SG_SM >= 70
SG_FN uint sg_nv_match_any(uint sg_v) {
    uint sg_r;
    __asm__ volatile("match.any.sync.b32 %0, %1, 0xffffffff;" : "=r"(sg_r) : "r"(sg_v));
    return sg_r;
}
SG_FN int sg_nv_all_equal(uint sg_v) {
    uint sg_r;
    __asm__ volatile(
        "{ .reg .pred a; .reg .b32 m; match.all.sync.b32 m|a, %1, 0xffffffff; selp.u32 %0, 1, 0, a; }"
        : "=r"(sg_r)
        : "r"(sg_v));
    return (int)sg_r;
}
#define SG_N_MATCH_ANY(v) sg_nv_match_any(v)
#define SG_N_ALL_EQUAL(v) sg_nv_all_equal(v)
#endif
#if SG_SM >= 80
#define SG_STAMP_NV_REDUX(T, name, type)                                                                     \
    SG_FN T sg_nv_redux_##name(T sg_v) {                                                                     \
        T sg_r;                                                                                              \
        __asm__ volatile("redux.sync." #name "." type " %0, %1, 0xffffffff;" : "=r"(sg_r) : "r"(sg_v));      \
        return sg_r;                                                                                         \
    }
SG_STAMP_NV_REDUX(int, add, "s32")
SG_STAMP_NV_REDUX(uint, add, "u32")
SG_STAMP_NV_REDUX(int, min, "s32")
SG_STAMP_NV_REDUX(uint, min, "u32")
SG_STAMP_NV_REDUX(int, max, "s32")
SG_STAMP_NV_REDUX(uint, max, "u32")
SG_STAMP_NV_REDUX(int, and, "b32")
SG_STAMP_NV_REDUX(uint, and, "b32")
SG_STAMP_NV_REDUX(int, or, "b32")
SG_STAMP_NV_REDUX(uint, or, "b32")
SG_STAMP_NV_REDUX(int, xor, "b32")
SG_STAMP_NV_REDUX(uint, xor, "b32")
#define SG_N_REDUCE_ADD(v) sg_nv_redux_add(v)
#define SG_N_REDUCE_MIN(v) sg_nv_redux_min(v)
#define SG_N_REDUCE_MAX(v) sg_nv_redux_max(v)
#define SG_N_REDUCE_AND(v) sg_nv_redux_and(v)
#define SG_N_REDUCE_OR(v) sg_nv_redux_or(v)
#define SG_N_REDUCE_XOR(v) sg_nv_redux_xor(v)
#define SG_HALVES_ORDER 1
#define SG_HALVES_BITS 1
#define SG_HALVES_SUM 1
#endif
#if !SG_PROBED
#define SG_NATIVE_SHUFFLE_UINT 1
#define SG_NATIVE_SHUFFLE_XOR_UINT 1
#define SG_NATIVE_SHUFFLE_UP_UINT 1
#define SG_NATIVE_SHUFFLE_DOWN_UINT 1
#define SG_NATIVE_BALLOT 1
#define SG_NATIVE_ANY 1
#define SG_NATIVE_ALL 1
#if SG_SM >= 70
#define SG_NATIVE_MATCH_ANY_UINT 1
#define SG_NATIVE_ALL_EQUAL_UINT 1
#endif
#if SG_SM >= 80
#define SG_NATIVE_REDUCE_ADD_INT 1
#define SG_NATIVE_REDUCE_ADD_UINT 1
#define SG_NATIVE_REDUCE_ADD_LONG 1
#define SG_NATIVE_REDUCE_ADD_ULONG 1
#define SG_NATIVE_REDUCE_MIN_INT 1
#define SG_NATIVE_REDUCE_MIN_UINT 1
#define SG_NATIVE_REDUCE_MIN_LONG 1
#define SG_NATIVE_REDUCE_MIN_ULONG 1
#define SG_NATIVE_REDUCE_MAX_INT 1
#define SG_NATIVE_REDUCE_MAX_UINT 1
#define SG_NATIVE_REDUCE_MAX_LONG 1
#define SG_NATIVE_REDUCE_MAX_ULONG 1
#define SG_NATIVE_REDUCE_AND_INT 1
#define SG_NATIVE_REDUCE_AND_UINT 1
#define SG_NATIVE_REDUCE_AND_LONG 1
#define SG_NATIVE_REDUCE_AND_ULONG 1
#define SG_NATIVE_REDUCE_OR_INT 1
#define SG_NATIVE_REDUCE_OR_UINT 1
#define SG_NATIVE_REDUCE_OR_LONG 1
#define SG_NATIVE_REDUCE_OR_ULONG 1
#define SG_NATIVE_REDUCE_XOR_INT 1
#define SG_NATIVE_REDUCE_XOR_UINT 1
#define SG_NATIVE_REDUCE_XOR_LONG 1
#define SG_NATIVE_REDUCE_XOR_ULONG 1
#endif
#endif
#define SG_N_MEASURED_WIDTH(sg) popcount(sg_nv_ballot(1u))
#elif SG_BACKEND == SG_LOCAL
#define SG_REQUIRED_WIDTH
#else
#error "SG_BACKEND must be SG_KHR, SG_INTEL, SG_AMD, SG_NVIDIA or SG_LOCAL"
#endif
#ifndef SG_NATIVE_SHUFFLE_UINT
#define SG_NATIVE_SHUFFLE_UINT 0
#endif
#ifndef SG_NATIVE_BROADCAST_UINT
#define SG_NATIVE_BROADCAST_UINT 0
#endif
#ifndef SG_NATIVE_SHUFFLE_XOR_UINT
#define SG_NATIVE_SHUFFLE_XOR_UINT 0
#endif
#ifndef SG_NATIVE_SHUFFLE_UP_UINT
#define SG_NATIVE_SHUFFLE_UP_UINT 0
#endif
#ifndef SG_NATIVE_SHUFFLE_DOWN_UINT
#define SG_NATIVE_SHUFFLE_DOWN_UINT 0
#endif
#ifndef SG_NATIVE_BALLOT
#define SG_NATIVE_BALLOT 0
#endif
#ifndef SG_NATIVE_ANY
#define SG_NATIVE_ANY 0
#endif
#ifndef SG_NATIVE_ALL
#define SG_NATIVE_ALL 0
#endif
#ifndef SG_NATIVE_FIRST
#define SG_NATIVE_FIRST 0
#endif
#ifndef SG_NATIVE_LAST
#define SG_NATIVE_LAST 0
#endif
#ifndef SG_NATIVE_ALL_EQUAL_UINT
#define SG_NATIVE_ALL_EQUAL_UINT 0
#endif
#ifndef SG_NATIVE_MATCH_ANY_UINT
#define SG_NATIVE_MATCH_ANY_UINT 0
#endif
#ifndef SG_NATIVE_REDUCE_ADD
#define SG_NATIVE_REDUCE_ADD 0
#endif
#ifndef SG_NATIVE_REDUCE_ADD_INT
#define SG_NATIVE_REDUCE_ADD_INT SG_NATIVE_REDUCE_ADD
#endif
#ifndef SG_NATIVE_REDUCE_ADD_UINT
#define SG_NATIVE_REDUCE_ADD_UINT SG_NATIVE_REDUCE_ADD
#endif
#ifndef SG_NATIVE_REDUCE_ADD_LONG
#define SG_NATIVE_REDUCE_ADD_LONG SG_NATIVE_REDUCE_ADD
#endif
#ifndef SG_NATIVE_REDUCE_ADD_ULONG
#define SG_NATIVE_REDUCE_ADD_ULONG SG_NATIVE_REDUCE_ADD
#endif
#ifndef SG_NATIVE_REDUCE_ADD_FLOAT
#define SG_NATIVE_REDUCE_ADD_FLOAT SG_NATIVE_REDUCE_ADD
#endif
#ifndef SG_NATIVE_REDUCE_ADD_HALF
#define SG_NATIVE_REDUCE_ADD_HALF SG_NATIVE_REDUCE_ADD
#endif
#ifndef SG_NATIVE_REDUCE_ADD_DOUBLE
#define SG_NATIVE_REDUCE_ADD_DOUBLE SG_NATIVE_REDUCE_ADD
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD
#define SG_NATIVE_SCAN_INCLUSIVE_ADD 0
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD_INT
#define SG_NATIVE_SCAN_INCLUSIVE_ADD_INT SG_NATIVE_SCAN_INCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD_UINT
#define SG_NATIVE_SCAN_INCLUSIVE_ADD_UINT SG_NATIVE_SCAN_INCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD_LONG
#define SG_NATIVE_SCAN_INCLUSIVE_ADD_LONG SG_NATIVE_SCAN_INCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD_ULONG
#define SG_NATIVE_SCAN_INCLUSIVE_ADD_ULONG SG_NATIVE_SCAN_INCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD_FLOAT
#define SG_NATIVE_SCAN_INCLUSIVE_ADD_FLOAT SG_NATIVE_SCAN_INCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD_HALF
#define SG_NATIVE_SCAN_INCLUSIVE_ADD_HALF SG_NATIVE_SCAN_INCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_ADD_DOUBLE
#define SG_NATIVE_SCAN_INCLUSIVE_ADD_DOUBLE SG_NATIVE_SCAN_INCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD 0
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD_INT
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD_INT SG_NATIVE_SCAN_EXCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD_UINT
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD_UINT SG_NATIVE_SCAN_EXCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD_LONG
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD_LONG SG_NATIVE_SCAN_EXCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD_ULONG
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD_ULONG SG_NATIVE_SCAN_EXCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD_FLOAT
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD_FLOAT SG_NATIVE_SCAN_EXCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD_HALF
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD_HALF SG_NATIVE_SCAN_EXCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_ADD_DOUBLE
#define SG_NATIVE_SCAN_EXCLUSIVE_ADD_DOUBLE SG_NATIVE_SCAN_EXCLUSIVE_ADD
#endif
#ifndef SG_NATIVE_REDUCE_MIN
#define SG_NATIVE_REDUCE_MIN 0
#endif
#ifndef SG_NATIVE_REDUCE_MIN_INT
#define SG_NATIVE_REDUCE_MIN_INT SG_NATIVE_REDUCE_MIN
#endif
#ifndef SG_NATIVE_REDUCE_MIN_UINT
#define SG_NATIVE_REDUCE_MIN_UINT SG_NATIVE_REDUCE_MIN
#endif
#ifndef SG_NATIVE_REDUCE_MIN_LONG
#define SG_NATIVE_REDUCE_MIN_LONG SG_NATIVE_REDUCE_MIN
#endif
#ifndef SG_NATIVE_REDUCE_MIN_ULONG
#define SG_NATIVE_REDUCE_MIN_ULONG SG_NATIVE_REDUCE_MIN
#endif
#ifndef SG_NATIVE_REDUCE_MIN_FLOAT
#define SG_NATIVE_REDUCE_MIN_FLOAT SG_NATIVE_REDUCE_MIN
#endif
#ifndef SG_NATIVE_REDUCE_MIN_HALF
#define SG_NATIVE_REDUCE_MIN_HALF SG_NATIVE_REDUCE_MIN
#endif
#ifndef SG_NATIVE_REDUCE_MIN_DOUBLE
#define SG_NATIVE_REDUCE_MIN_DOUBLE SG_NATIVE_REDUCE_MIN
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN
#define SG_NATIVE_SCAN_INCLUSIVE_MIN 0
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN_INT
#define SG_NATIVE_SCAN_INCLUSIVE_MIN_INT SG_NATIVE_SCAN_INCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN_UINT
#define SG_NATIVE_SCAN_INCLUSIVE_MIN_UINT SG_NATIVE_SCAN_INCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN_LONG
#define SG_NATIVE_SCAN_INCLUSIVE_MIN_LONG SG_NATIVE_SCAN_INCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN_ULONG
#define SG_NATIVE_SCAN_INCLUSIVE_MIN_ULONG SG_NATIVE_SCAN_INCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN_FLOAT
#define SG_NATIVE_SCAN_INCLUSIVE_MIN_FLOAT SG_NATIVE_SCAN_INCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN_HALF
#define SG_NATIVE_SCAN_INCLUSIVE_MIN_HALF SG_NATIVE_SCAN_INCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MIN_DOUBLE
#define SG_NATIVE_SCAN_INCLUSIVE_MIN_DOUBLE SG_NATIVE_SCAN_INCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN 0
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN_INT
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN_INT SG_NATIVE_SCAN_EXCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN_UINT
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN_UINT SG_NATIVE_SCAN_EXCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN_LONG
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN_LONG SG_NATIVE_SCAN_EXCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN_ULONG
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN_ULONG SG_NATIVE_SCAN_EXCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN_FLOAT
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN_FLOAT SG_NATIVE_SCAN_EXCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN_HALF
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN_HALF SG_NATIVE_SCAN_EXCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MIN_DOUBLE
#define SG_NATIVE_SCAN_EXCLUSIVE_MIN_DOUBLE SG_NATIVE_SCAN_EXCLUSIVE_MIN
#endif
#ifndef SG_NATIVE_REDUCE_MAX
#define SG_NATIVE_REDUCE_MAX 0
#endif
#ifndef SG_NATIVE_REDUCE_MAX_INT
#define SG_NATIVE_REDUCE_MAX_INT SG_NATIVE_REDUCE_MAX
#endif
#ifndef SG_NATIVE_REDUCE_MAX_UINT
#define SG_NATIVE_REDUCE_MAX_UINT SG_NATIVE_REDUCE_MAX
#endif
#ifndef SG_NATIVE_REDUCE_MAX_LONG
#define SG_NATIVE_REDUCE_MAX_LONG SG_NATIVE_REDUCE_MAX
#endif
#ifndef SG_NATIVE_REDUCE_MAX_ULONG
#define SG_NATIVE_REDUCE_MAX_ULONG SG_NATIVE_REDUCE_MAX
#endif
#ifndef SG_NATIVE_REDUCE_MAX_FLOAT
#define SG_NATIVE_REDUCE_MAX_FLOAT SG_NATIVE_REDUCE_MAX
#endif
#ifndef SG_NATIVE_REDUCE_MAX_HALF
#define SG_NATIVE_REDUCE_MAX_HALF SG_NATIVE_REDUCE_MAX
#endif
#ifndef SG_NATIVE_REDUCE_MAX_DOUBLE
#define SG_NATIVE_REDUCE_MAX_DOUBLE SG_NATIVE_REDUCE_MAX
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX
#define SG_NATIVE_SCAN_INCLUSIVE_MAX 0
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX_INT
#define SG_NATIVE_SCAN_INCLUSIVE_MAX_INT SG_NATIVE_SCAN_INCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX_UINT
#define SG_NATIVE_SCAN_INCLUSIVE_MAX_UINT SG_NATIVE_SCAN_INCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX_LONG
#define SG_NATIVE_SCAN_INCLUSIVE_MAX_LONG SG_NATIVE_SCAN_INCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX_ULONG
#define SG_NATIVE_SCAN_INCLUSIVE_MAX_ULONG SG_NATIVE_SCAN_INCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX_FLOAT
#define SG_NATIVE_SCAN_INCLUSIVE_MAX_FLOAT SG_NATIVE_SCAN_INCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX_HALF
#define SG_NATIVE_SCAN_INCLUSIVE_MAX_HALF SG_NATIVE_SCAN_INCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MAX_DOUBLE
#define SG_NATIVE_SCAN_INCLUSIVE_MAX_DOUBLE SG_NATIVE_SCAN_INCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX 0
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX_INT
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX_INT SG_NATIVE_SCAN_EXCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX_UINT
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX_UINT SG_NATIVE_SCAN_EXCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX_LONG
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX_LONG SG_NATIVE_SCAN_EXCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX_ULONG
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX_ULONG SG_NATIVE_SCAN_EXCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX_FLOAT
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX_FLOAT SG_NATIVE_SCAN_EXCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX_HALF
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX_HALF SG_NATIVE_SCAN_EXCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MAX_DOUBLE
#define SG_NATIVE_SCAN_EXCLUSIVE_MAX_DOUBLE SG_NATIVE_SCAN_EXCLUSIVE_MAX
#endif
#ifndef SG_NATIVE_REDUCE_MUL
#define SG_NATIVE_REDUCE_MUL 0
#endif
#ifndef SG_NATIVE_REDUCE_MUL_INT
#define SG_NATIVE_REDUCE_MUL_INT SG_NATIVE_REDUCE_MUL
#endif
#ifndef SG_NATIVE_REDUCE_MUL_UINT
#define SG_NATIVE_REDUCE_MUL_UINT SG_NATIVE_REDUCE_MUL
#endif
#ifndef SG_NATIVE_REDUCE_MUL_LONG
#define SG_NATIVE_REDUCE_MUL_LONG SG_NATIVE_REDUCE_MUL
#endif
#ifndef SG_NATIVE_REDUCE_MUL_ULONG
#define SG_NATIVE_REDUCE_MUL_ULONG SG_NATIVE_REDUCE_MUL
#endif
#ifndef SG_NATIVE_REDUCE_MUL_FLOAT
#define SG_NATIVE_REDUCE_MUL_FLOAT SG_NATIVE_REDUCE_MUL
#endif
#ifndef SG_NATIVE_REDUCE_MUL_HALF
#define SG_NATIVE_REDUCE_MUL_HALF SG_NATIVE_REDUCE_MUL
#endif
#ifndef SG_NATIVE_REDUCE_MUL_DOUBLE
#define SG_NATIVE_REDUCE_MUL_DOUBLE SG_NATIVE_REDUCE_MUL
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL
#define SG_NATIVE_SCAN_INCLUSIVE_MUL 0
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL_INT
#define SG_NATIVE_SCAN_INCLUSIVE_MUL_INT SG_NATIVE_SCAN_INCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL_UINT
#define SG_NATIVE_SCAN_INCLUSIVE_MUL_UINT SG_NATIVE_SCAN_INCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL_LONG
#define SG_NATIVE_SCAN_INCLUSIVE_MUL_LONG SG_NATIVE_SCAN_INCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL_ULONG
#define SG_NATIVE_SCAN_INCLUSIVE_MUL_ULONG SG_NATIVE_SCAN_INCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL_FLOAT
#define SG_NATIVE_SCAN_INCLUSIVE_MUL_FLOAT SG_NATIVE_SCAN_INCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL_HALF
#define SG_NATIVE_SCAN_INCLUSIVE_MUL_HALF SG_NATIVE_SCAN_INCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_MUL_DOUBLE
#define SG_NATIVE_SCAN_INCLUSIVE_MUL_DOUBLE SG_NATIVE_SCAN_INCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL 0
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL_INT
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL_INT SG_NATIVE_SCAN_EXCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL_UINT
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL_UINT SG_NATIVE_SCAN_EXCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL_LONG
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL_LONG SG_NATIVE_SCAN_EXCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL_ULONG
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL_ULONG SG_NATIVE_SCAN_EXCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL_FLOAT
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL_FLOAT SG_NATIVE_SCAN_EXCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL_HALF
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL_HALF SG_NATIVE_SCAN_EXCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_MUL_DOUBLE
#define SG_NATIVE_SCAN_EXCLUSIVE_MUL_DOUBLE SG_NATIVE_SCAN_EXCLUSIVE_MUL
#endif
#ifndef SG_NATIVE_REDUCE_AND
#define SG_NATIVE_REDUCE_AND 0
#endif
#ifndef SG_NATIVE_REDUCE_AND_INT
#define SG_NATIVE_REDUCE_AND_INT SG_NATIVE_REDUCE_AND
#endif
#ifndef SG_NATIVE_REDUCE_AND_UINT
#define SG_NATIVE_REDUCE_AND_UINT SG_NATIVE_REDUCE_AND
#endif
#ifndef SG_NATIVE_REDUCE_AND_LONG
#define SG_NATIVE_REDUCE_AND_LONG SG_NATIVE_REDUCE_AND
#endif
#ifndef SG_NATIVE_REDUCE_AND_ULONG
#define SG_NATIVE_REDUCE_AND_ULONG SG_NATIVE_REDUCE_AND
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_AND
#define SG_NATIVE_SCAN_INCLUSIVE_AND 0
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_AND_INT
#define SG_NATIVE_SCAN_INCLUSIVE_AND_INT SG_NATIVE_SCAN_INCLUSIVE_AND
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_AND_UINT
#define SG_NATIVE_SCAN_INCLUSIVE_AND_UINT SG_NATIVE_SCAN_INCLUSIVE_AND
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_AND_LONG
#define SG_NATIVE_SCAN_INCLUSIVE_AND_LONG SG_NATIVE_SCAN_INCLUSIVE_AND
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_AND_ULONG
#define SG_NATIVE_SCAN_INCLUSIVE_AND_ULONG SG_NATIVE_SCAN_INCLUSIVE_AND
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_AND
#define SG_NATIVE_SCAN_EXCLUSIVE_AND 0
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_AND_INT
#define SG_NATIVE_SCAN_EXCLUSIVE_AND_INT SG_NATIVE_SCAN_EXCLUSIVE_AND
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_AND_UINT
#define SG_NATIVE_SCAN_EXCLUSIVE_AND_UINT SG_NATIVE_SCAN_EXCLUSIVE_AND
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_AND_LONG
#define SG_NATIVE_SCAN_EXCLUSIVE_AND_LONG SG_NATIVE_SCAN_EXCLUSIVE_AND
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_AND_ULONG
#define SG_NATIVE_SCAN_EXCLUSIVE_AND_ULONG SG_NATIVE_SCAN_EXCLUSIVE_AND
#endif
#ifndef SG_NATIVE_REDUCE_OR
#define SG_NATIVE_REDUCE_OR 0
#endif
#ifndef SG_NATIVE_REDUCE_OR_INT
#define SG_NATIVE_REDUCE_OR_INT SG_NATIVE_REDUCE_OR
#endif
#ifndef SG_NATIVE_REDUCE_OR_UINT
#define SG_NATIVE_REDUCE_OR_UINT SG_NATIVE_REDUCE_OR
#endif
#ifndef SG_NATIVE_REDUCE_OR_LONG
#define SG_NATIVE_REDUCE_OR_LONG SG_NATIVE_REDUCE_OR
#endif
#ifndef SG_NATIVE_REDUCE_OR_ULONG
#define SG_NATIVE_REDUCE_OR_ULONG SG_NATIVE_REDUCE_OR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_OR
#define SG_NATIVE_SCAN_INCLUSIVE_OR 0
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_OR_INT
#define SG_NATIVE_SCAN_INCLUSIVE_OR_INT SG_NATIVE_SCAN_INCLUSIVE_OR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_OR_UINT
#define SG_NATIVE_SCAN_INCLUSIVE_OR_UINT SG_NATIVE_SCAN_INCLUSIVE_OR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_OR_LONG
#define SG_NATIVE_SCAN_INCLUSIVE_OR_LONG SG_NATIVE_SCAN_INCLUSIVE_OR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_OR_ULONG
#define SG_NATIVE_SCAN_INCLUSIVE_OR_ULONG SG_NATIVE_SCAN_INCLUSIVE_OR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_OR
#define SG_NATIVE_SCAN_EXCLUSIVE_OR 0
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_OR_INT
#define SG_NATIVE_SCAN_EXCLUSIVE_OR_INT SG_NATIVE_SCAN_EXCLUSIVE_OR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_OR_UINT
#define SG_NATIVE_SCAN_EXCLUSIVE_OR_UINT SG_NATIVE_SCAN_EXCLUSIVE_OR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_OR_LONG
#define SG_NATIVE_SCAN_EXCLUSIVE_OR_LONG SG_NATIVE_SCAN_EXCLUSIVE_OR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_OR_ULONG
#define SG_NATIVE_SCAN_EXCLUSIVE_OR_ULONG SG_NATIVE_SCAN_EXCLUSIVE_OR
#endif
#ifndef SG_NATIVE_REDUCE_XOR
#define SG_NATIVE_REDUCE_XOR 0
#endif
#ifndef SG_NATIVE_REDUCE_XOR_INT
#define SG_NATIVE_REDUCE_XOR_INT SG_NATIVE_REDUCE_XOR
#endif
#ifndef SG_NATIVE_REDUCE_XOR_UINT
#define SG_NATIVE_REDUCE_XOR_UINT SG_NATIVE_REDUCE_XOR
#endif
#ifndef SG_NATIVE_REDUCE_XOR_LONG
#define SG_NATIVE_REDUCE_XOR_LONG SG_NATIVE_REDUCE_XOR
#endif
#ifndef SG_NATIVE_REDUCE_XOR_ULONG
#define SG_NATIVE_REDUCE_XOR_ULONG SG_NATIVE_REDUCE_XOR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_XOR
#define SG_NATIVE_SCAN_INCLUSIVE_XOR 0
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_XOR_INT
#define SG_NATIVE_SCAN_INCLUSIVE_XOR_INT SG_NATIVE_SCAN_INCLUSIVE_XOR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_XOR_UINT
#define SG_NATIVE_SCAN_INCLUSIVE_XOR_UINT SG_NATIVE_SCAN_INCLUSIVE_XOR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_XOR_LONG
#define SG_NATIVE_SCAN_INCLUSIVE_XOR_LONG SG_NATIVE_SCAN_INCLUSIVE_XOR
#endif
#ifndef SG_NATIVE_SCAN_INCLUSIVE_XOR_ULONG
#define SG_NATIVE_SCAN_INCLUSIVE_XOR_ULONG SG_NATIVE_SCAN_INCLUSIVE_XOR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_XOR
#define SG_NATIVE_SCAN_EXCLUSIVE_XOR 0
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_XOR_INT
#define SG_NATIVE_SCAN_EXCLUSIVE_XOR_INT SG_NATIVE_SCAN_EXCLUSIVE_XOR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_XOR_UINT
#define SG_NATIVE_SCAN_EXCLUSIVE_XOR_UINT SG_NATIVE_SCAN_EXCLUSIVE_XOR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_XOR_LONG
#define SG_NATIVE_SCAN_EXCLUSIVE_XOR_LONG SG_NATIVE_SCAN_EXCLUSIVE_XOR
#endif
#ifndef SG_NATIVE_SCAN_EXCLUSIVE_XOR_ULONG
#define SG_NATIVE_SCAN_EXCLUSIVE_XOR_ULONG SG_NATIVE_SCAN_EXCLUSIVE_XOR
#endif
#ifndef SG_FEW_BALLOTS
#define SG_FEW_BALLOTS
#endif
#ifndef SG_SHUFFLE_WRAPS
#define SG_SHUFFLE_WRAPS 0
#endif
#ifndef SG_SHUFFLE_KEEPS
#define SG_SHUFFLE_KEEPS 0
#endif
#if SG_BACKEND == SG_LOCAL || !SG_NATIVE_SHUFFLE_UINT
#define SG_USES_LOCAL 1
#else
#define SG_USES_LOCAL 0
#endif
#if SG_HAS_INT64
#define SG_IF_INT64(text) text
#else
#define SG_IF_INT64(text)
#endif
#if SG_HAS_FP16
#define SG_IF_FP16(text) text
#else
#define SG_IF_FP16(text)
#endif
#if SG_HAS_FP64
#define SG_IF_FP64(text) text
#else
#define SG_IF_FP64(text)
#endif
#if SG_HAS_VECTOR
#define SG_IF_VECTOR(text) text
#else
#define SG_IF_VECTOR(text)
#endif
#define SG_TYPES_INTEGER(X)                                                                                  \
    X(int, uint, INT) X(uint, uint, UINT) SG_IF_INT64(X(long, ulong, LONG) X(ulong, ulong, ULONG))
#define SG_TYPES_SCALAR(X)                                                                                   \
    SG_TYPES_INTEGER(X)                                                                                      \
    X(float, float, FLOAT) SG_IF_FP16(X(half, half, HALF)) SG_IF_FP64(X(double, double, DOUBLE))
#define SG_TYPES_VECTOR(X)                                                                                   \
    SG_IF_VECTOR(X(float2, float2, FLOAT2) X(float3, float3, FLOAT3) X(float4, float4, FLOAT4))
#define SG_TYPES_BITS(X)                                                                                     \
    X(int, uint)                                                                                             \
    X(uint, uint)                                                                                            \
    X(float, uint)                                                                                           \
    SG_IF_INT64(X(long, ulong) X(ulong, ulong)) SG_IF_FP16(X(half, ushort)) SG_IF_FP64(X(double, ulong))
#define SG_PICK_1(a, b) a
#define SG_PICK_0(a, b) b
#define SG_PICK__(c) SG_PICK_##c
#define SG_PICK(c) SG_PICK__(c)
#if SG_TRACE || SG_GUARD == 2
typedef struct {
#if SG_TRACE
    __global uint *sg_records;
#endif
#if SG_GUARD == 2
    __global uint *sg_found;
#endif
#if SG_USES_LOCAL
    __local uint *sg_scratch;
#endif
} sg_t;
#define SG_SCRATCH(sg) ((sg).sg_scratch)
#elif SG_USES_LOCAL
typedef __local uint *sg_t;
#define SG_SCRATCH(sg) (sg)
#else
typedef int sg_t;
#endif
#if defined(__FAST_RELAXED_MATH__)
#define SG_FINITE_MATH 1
#elif defined(__FINITE_MATH_ONLY__)
#define SG_FINITE_MATH __FINITE_MATH_ONLY__
#else
#define SG_FINITE_MATH 0
#endif
#if SG_FINITE_MATH
#define SG_LARGEST_half as_half((ushort)0x7bffu)
#define SG_LARGEST_float as_float(0x7f7fffffu)
#define SG_LARGEST_double as_double(0x7feffffffffffffful)
#else
#define SG_LARGEST_half as_half((ushort)0x7c00u)
#define SG_LARGEST_float as_float(0x7f800000u)
#define SG_LARGEST_double as_double(0x7ff0000000000000ul)
#endif
#define SG_LARGEST_int INT_MAX
#define SG_LARGEST_uint UINT_MAX
#define SG_LARGEST_long LONG_MAX
#define SG_LARGEST_ulong ULONG_MAX
#define SG_SMALLEST_int INT_MIN
#define SG_SMALLEST_uint 0u
#define SG_SMALLEST_long LONG_MIN
#define SG_SMALLEST_ulong 0ul
#define SG_SMALLEST_half (-SG_LARGEST_half)
#define SG_SMALLEST_float (-SG_LARGEST_float)
#define SG_SMALLEST_double (-SG_LARGEST_double)
#define SG_OPERATORS(X, T, U, N)                                                                             \
    X(T, U, add, ADD, N) X(T, U, mul, MUL, N) X(T, U, min, MIN, N) X(T, U, max, MAX, N)
#define SG_BIT_OPERATORS(X, T, U, N) X(T, U, and, AND, N) X(T, U, or, OR, N) X(T, U, xor, XOR, N)
#define sg_identity_add(T) sg_identity_of_add((T)0)
#define sg_identity_mul(T) sg_identity_of_mul((T)0)
#define sg_identity_min(T) sg_identity_of_min((T)0)
#define sg_identity_max(T) sg_identity_of_max((T)0)
#define sg_identity_and(T) sg_identity_of_and((T)0)
#define sg_identity_or(T) sg_identity_of_or((T)0)
#define sg_identity_xor(T) sg_identity_of_xor((T)0)
#define SG_IDENTITY_ADD(T) (T)0
#define SG_IDENTITY_MUL(T) (T)(SG_PLANT_WRONG_IDENTITY ? 0 : 1)
#define SG_IDENTITY_MIN(T) SG_LARGEST_##T
#define SG_IDENTITY_MAX(T) SG_SMALLEST_##T
#define SG_IDENTITY_AND(T) (T)(~(T)0)
#define SG_IDENTITY_OR(T) (T)0
#define SG_IDENTITY_XOR(T) (T)0
#define SG_STAMP_IDENTITY(T, U, op, OP, N)                                                                   \
    SG_FN T sg_identity_of_##op(T sg_v) {                                                                    \
        return SG_IDENTITY_##OP(T);                                                                          \
    }
#define SG_STAMP_IDENTITIES(T, U, N) SG_OPERATORS(SG_STAMP_IDENTITY, T, U, 0)
#define SG_STAMP_BIT_IDENTITIES(T, U, N) SG_BIT_OPERATORS(SG_STAMP_IDENTITY, T, U, 0)
#define SG_STAMP_SUM_IDENTITY(T, U, N) SG_STAMP_IDENTITY(T, U, add, ADD, 0)
SG_TYPES_SCALAR(SG_STAMP_IDENTITIES)
SG_TYPES_INTEGER(SG_STAMP_BIT_IDENTITIES)
SG_TYPES_VECTOR(SG_STAMP_SUM_IDENTITY)
#define SG_IN_ADD(T, a) a
#define SG_IN_MUL(T, a) a
#define SG_IN_MIN(T, a) SG_NUMBER_##T(a, SG_LARGEST_##T)
#define SG_IN_MAX(T, a) SG_NUMBER_##T(a, SG_SMALLEST_##T)
#define SG_IN_AND(T, a) a
#define SG_IN_OR(T, a) a
#define SG_IN_XOR(T, a) a
#define SG_NUMBER_int(a, none) a
#define SG_NUMBER_uint(a, none) a
#define SG_NUMBER_long(a, none) a
#define SG_NUMBER_ulong(a, none) a
#define SG_NUMBER_half(a, none) ((as_ushort(a) & 0x7fffu) > 0x7c00u ? none : (a))
#define SG_NUMBER_float(a, none) ((as_uint(a) & 0x7fffffffu) > 0x7f800000u ? none : (a))
#define SG_NUMBER_double(a, none) ((as_ulong(a) & 0x7ffffffffffffffful) > 0x7ff0000000000000ul ? none : (a))
#define SG_OP_ADD(T, U, a, b) ((T)((U)(a) + (U)(b)))
#define SG_OP_MUL(T, U, a, b) ((T)((U)(a) * (U)(b)))
#define SG_OP_MIN(T, U, a, b) SG_MIN_##T(a, b)
#define SG_OP_MAX(T, U, a, b) SG_MAX_##T(a, b)
#define SG_OP_AND(T, U, a, b) ((a) & (b))
#define SG_OP_OR(T, U, a, b) ((a) | (b))
#define SG_OP_XOR(T, U, a, b) ((a) ^ (b))
#define SG_MIN_int(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_uint(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_long(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_ulong(a, b) ((a) < (b) ? (a) : (b))
#define SG_MIN_half(a, b) fmin(a, b)
#define SG_MIN_float(a, b) fmin(a, b)
#define SG_MIN_double(a, b) fmin(a, b)
#define SG_MAX_int(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_uint(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_long(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_ulong(a, b) ((a) > (b) ? (a) : (b))
#define SG_MAX_half(a, b) fmax(a, b)
#define SG_MAX_float(a, b) fmax(a, b)
#define SG_MAX_double(a, b) fmax(a, b)
#if SG_STANDARD_NAMES
#define SG_ITEM_                                                                                             \
    (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0))
#else
#define SG_ITEM_ (uint) get_local_id(0)
#endif
#if SG_BACKEND == SG_LOCAL
#define SG_N_LANE() (SG_ITEM_ & (SG_WIDTH - 1u))
#define SG_N_ID() (SG_ITEM_ / SG_WIDTH)
#define SG_N_BARRIER(fence) barrier(fence)
#endif
SG_FN uint sg_lane(sg_t sg_ctx) {
    return SG_N_LANE();
}
SG_FN uint sg_width(sg_t sg_ctx) {
    return SG_WIDTH;
}
SG_FN uint sg_id(sg_t sg_ctx) {
    return SG_N_ID();
}
SG_FN uint sg_count(sg_t sg_ctx) {
    return SG_GROUP_SIZE / SG_WIDTH;
}
SG_FN void sg_barrier_local(sg_t sg_ctx) {
    SG_N_BARRIER(CLK_LOCAL_MEM_FENCE);
}
SG_FN void sg_barrier_global(sg_t sg_ctx) {
    SG_N_BARRIER(CLK_GLOBAL_MEM_FENCE);
}
SG_FN void sg_group_barrier_local(sg_t sg_ctx) {
    barrier(CLK_LOCAL_MEM_FENCE);
}
SG_FN void sg_group_barrier_global(sg_t sg_ctx) {
    barrier(CLK_GLOBAL_MEM_FENCE);
}
#if SG_WIDTH <= 32
typedef uint sg_mask;
#define SG_MASK_FULL (0xffffffffu >> (32 - SG_WIDTH))
#define SG_MASK_ONE 1u
#define SG_MASK_TOP 31u
#elif SG_WIDTH == 64
typedef ulong sg_mask;
#define SG_MASK_FULL 0xfffffffffffffffful
#define SG_MASK_ONE 1ul
#define SG_MASK_TOP 63u
#else
typedef uint4 sg_mask;
#define SG_MASK_FULL ((uint4)(0xffffffffu))
#endif
SG_FN sg_mask sg_mask_full(void) {
    return SG_MASK_FULL;
}
SG_FN sg_mask sg_mask_empty(void) {
    return (sg_mask)(0);
}
SG_FN sg_mask sg_mask_and(sg_mask sg_a, sg_mask sg_b) {
    return sg_a & sg_b;
}
SG_FN sg_mask sg_mask_or(sg_mask sg_a, sg_mask sg_b) {
    return sg_a | sg_b;
}
SG_FN sg_mask sg_mask_andnot(sg_mask sg_a, sg_mask sg_b) {
    return sg_a & ~sg_b;
}
SG_FN sg_mask sg_mask_xor(sg_mask sg_a, sg_mask sg_b) {
    return sg_a ^ sg_b;
}
SG_FN sg_mask sg_mask_not(sg_mask sg_m) {
    return SG_MASK_FULL & ~sg_m;
}
#if SG_WIDTH <= 64
SG_FN int sg_mask_none(sg_mask sg_m) {
    return sg_m == 0;
}
SG_FN uint sg_mask_count(sg_mask sg_m) {
    return (uint)popcount(sg_m);
}
SG_FN uint sg_mask_lowest(sg_mask sg_m) {
#if SG_WIDTH < 32
    sg_m |= SG_MASK_ONE << SG_WIDTH;
#endif
    return (uint)popcount(~sg_m & (sg_m - SG_MASK_ONE));
}
SG_FN uint sg_mask_highest(sg_mask sg_m) {
    return sg_m == 0 ? (uint)SG_WIDTH : SG_MASK_TOP - (uint)clz(sg_m);
}
SG_FN int sg_mask_bit(sg_mask sg_m, uint sg_i) {
    return sg_i < SG_WIDTH ? (int)((sg_m >> sg_i) & SG_MASK_ONE) : 0;
}
SG_FN sg_mask sg_mask_lane(uint sg_i) {
    return sg_i < SG_WIDTH ? SG_MASK_ONE << sg_i : (sg_mask)0;
}
SG_FN sg_mask sg_mask_clear_lowest(sg_mask sg_m) {
    return sg_m & (sg_m - SG_MASK_ONE);
}
SG_FN sg_mask sg_mask_below(uint sg_i) {
    return sg_i < SG_WIDTH ? (SG_MASK_ONE << sg_i) - SG_MASK_ONE : SG_MASK_FULL;
}
SG_FN sg_mask sg_mask_to(uint sg_i) {
    return sg_i < SG_WIDTH ? ((SG_MASK_ONE << sg_i) << 1) - SG_MASK_ONE : SG_MASK_FULL;
}
SG_FN uint4 sg_mask_words(sg_mask sg_m) {
#if SG_WIDTH == 64
    return (uint4)((uint)sg_m, (uint)(sg_m >> 32), 0u, 0u);
#else
    return (uint4)(sg_m, 0u, 0u, 0u);
#endif
}
SG_FN sg_mask sg_mask_from_words(uint4 sg_w) {
#if SG_WIDTH == 64
    return ((ulong)SG_AT(sg_w, 1) << 32) | SG_AT(sg_w, 0);
#else
    return SG_AT(sg_w, 0) & SG_MASK_FULL;
#endif
}
#else
SG_FN int sg_mask_none(sg_mask sg_m) {
    return (SG_AT(sg_m, 0) | SG_AT(sg_m, 1) | SG_AT(sg_m, 2) | SG_AT(sg_m, 3)) == 0;
}
SG_FN uint sg_mask_count(sg_mask sg_m) {
    uint4 sg_c = popcount(sg_m);
    return SG_AT(sg_c, 0) + SG_AT(sg_c, 1) + SG_AT(sg_c, 2) + SG_AT(sg_c, 3);
}
SG_FN uint sg_mask_lowest(sg_mask sg_m) {
    uint sg_word = SG_AT(sg_m, 0) != 0   ? SG_AT(sg_m, 0)
                   : SG_AT(sg_m, 1) != 0 ? SG_AT(sg_m, 1)
                   : SG_AT(sg_m, 2) != 0 ? SG_AT(sg_m, 2)
                                         : SG_AT(sg_m, 3);
    uint sg_base = SG_AT(sg_m, 0) != 0 ? 0u : SG_AT(sg_m, 1) != 0 ? 32u : SG_AT(sg_m, 2) != 0 ? 64u : 96u;
    return sg_word == 0 ? (uint)SG_WIDTH : sg_base + popcount(~sg_word & (sg_word - 1u));
}
SG_FN uint sg_mask_highest(sg_mask sg_m) {
    uint sg_word = SG_AT(sg_m, 3) != 0   ? SG_AT(sg_m, 3)
                   : SG_AT(sg_m, 2) != 0 ? SG_AT(sg_m, 2)
                   : SG_AT(sg_m, 1) != 0 ? SG_AT(sg_m, 1)
                                         : SG_AT(sg_m, 0);
    uint sg_base = SG_AT(sg_m, 3) != 0 ? 96u : SG_AT(sg_m, 2) != 0 ? 64u : SG_AT(sg_m, 1) != 0 ? 32u : 0u;
    return sg_word == 0 ? (uint)SG_WIDTH : sg_base + 31u - clz(sg_word);
}
SG_FN int sg_mask_bit(sg_mask sg_m, uint sg_i) {
    uint sg_word = sg_i < 64 ? (sg_i < 32 ? SG_AT(sg_m, 0) : SG_AT(sg_m, 1))
                             : (sg_i < 96 ? SG_AT(sg_m, 2) : SG_AT(sg_m, 3));
    return sg_i < SG_WIDTH ? (int)((sg_word >> (sg_i & 31u)) & 1u) : 0;
}
SG_FN sg_mask sg_mask_clear_lowest(sg_mask sg_m) {
    const uint sg_first2 = SG_AT(sg_m, 0) | SG_AT(sg_m, 1);
    return sg_m & (uint4)(SG_AT(sg_m, 0) - 1u, SG_AT(sg_m, 1) - (SG_AT(sg_m, 0) == 0),
                          SG_AT(sg_m, 2) - (sg_first2 == 0),
                          SG_AT(sg_m, 3) - ((sg_first2 | SG_AT(sg_m, 2)) == 0));
}
SG_FN sg_mask sg_mask_lane(uint sg_i) {
    uint4 sg_word = (uint4)(sg_i >> 5);
    uint4 sg_here = as_uint4(sg_word == (uint4)(0u, 1u, 2u, 3u));
    return sg_here & (uint4)(1u << (sg_i & 31u));
}
SG_FN sg_mask sg_mask_below(uint sg_i) {
    uint4 sg_word = (uint4)(sg_i >> 5);
    uint4 sg_part = as_uint4(sg_word == (uint4)(0u, 1u, 2u, 3u)) & (uint4)((1u << (sg_i & 31u)) - 1u);
    return sg_part | as_uint4(sg_word > (uint4)(0u, 1u, 2u, 3u));
}
SG_FN sg_mask sg_mask_to(uint sg_i) {
    return sg_mask_below(sg_i) | sg_mask_lane(sg_i);
}
SG_FN uint4 sg_mask_words(sg_mask sg_m) {
    return sg_m;
}
SG_FN sg_mask sg_mask_from_words(uint4 sg_w) {
    return sg_w;
}
#endif
SG_FN uint sg_mask_count_below(sg_mask sg_m, uint sg_i) {
    return sg_mask_count(sg_m & sg_mask_below(sg_i));
}
SG_FN uint sg_mask_count_to(sg_mask sg_m, uint sg_i) {
    return sg_mask_count(sg_m & sg_mask_to(sg_i));
}
SG_FN int sg_mask_equal(sg_mask sg_a, sg_mask sg_b) {
    return sg_mask_none(sg_a ^ sg_b);
}
SG_FN uint sg_mask_nth(sg_mask sg_m, uint sg_n) {
    uint sg_at = 0;
    for (uint sg_d = SG_WIDTH / 2; sg_d > 0; sg_d /= 2)
        sg_at += sg_mask_count_below(sg_m, sg_at + sg_d) <= sg_n ? sg_d : 0u;
    return sg_mask_count(sg_m) <= sg_n ? (uint)SG_WIDTH : sg_at;
}
#if SG_NATIVE_BALLOT
SG_FN sg_mask sg_ballot(sg_t sg_ctx, int sg_p) {
    return SG_N_BALLOT(sg_p);
}
#endif
#if SG_USES_LOCAL
#define SG_SLICE_WORDS (4 * SG_WIDTH)
#define SG_LOCAL_BYTES (16 * SG_GROUP_SIZE)
#if SG_WIDTH < 4
#define SG_UNROLL_SHORT _Pragma("unroll")
#else
#define SG_UNROLL_SHORT
#endif
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
SG_FN float3 sg_shuffle(sg_t sg_ctx, float3 sg_v, uint sg_i) {
    return as_float3(sg_shuffle(sg_ctx, (float4)(sg_v, 0.0f), sg_i));
}
#endif
#if !SG_NATIVE_BALLOT
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
#else
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
SG_FN uint sg_rotate_word(sg_t sg_ctx, uint sg_v, uint sg_d) {
    return SG_N_SHUFFLE(sg_v, SG_CUT(sg_lane(sg_ctx) + sg_d));
}
SG_FN uint sg_broadcast_word(sg_t sg_ctx, uint sg_v, uint sg_i) {
    return SG_PICK(SG_NATIVE_BROADCAST_UINT)(SG_N_BROADCAST(sg_v, sg_i & (SG_WIDTH - 1u)),
                                             SG_N_SHUFFLE(sg_v, sg_i));
}
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
#endif
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
#if SG_HAS_ENABLE_IF
SG_FN int sg_elect(sg_t sg_ctx, int sg_p) __attribute__((__enable_if__(sg_p == 1, "1 on every lane"))) {
    return sg_lane(sg_ctx) == 0;
}
#endif
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
#define sg_quad_swap_x(sg, v) sg_shuffle_xor(sg, v, 1u)
#define sg_quad_swap_y(sg, v) sg_shuffle_xor(sg, v, 2u)
#define sg_quad_swap_diagonal(sg, v) sg_shuffle_xor(sg, v, 3u)
#define sg_quad_broadcast(sg, v, i) sg_shuffle(sg, v, (sg_lane(sg) & ~3u) | ((uint)(i)&3u))
#define sg_broadcast_first(sg, v, p) sg_broadcast(sg, v, sg_first(sg, p) & (SG_WIDTH - 1u))
#define sg_broadcast_last(sg, v, p) sg_broadcast(sg, v, sg_last(sg, p) & (SG_WIDTH - 1u))
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
#ifndef SG_HALVES_ORDER
#define SG_HALVES_ORDER 0
#endif
#ifndef SG_HALVES_BITS
#define SG_HALVES_BITS 0
#endif
#ifndef SG_HALVES_BIT_SCANS
#define SG_HALVES_BIT_SCANS 0
#endif
#ifndef SG_HALVES_SUM
#define SG_HALVES_SUM 0
#endif
#ifndef SG_HALVES_SUM_SCANS
#define SG_HALVES_SUM_SCANS 0
#endif
#define SG_BY_INT(a, b) a
#define SG_BY_UINT(a, b) a
#define SG_BY_LONG(a, b) b
#define SG_BY_ULONG(a, b) b
#define SG_BY_HALF(a, b) a
#define SG_BY_FLOAT(a, b) a
#define SG_BY_DOUBLE(a, b) a
#define SG_W_REDUCE_ADD(v) SG_PICK(SG_HALVES_SUM)(sg_halves_reduce_add(v), SG_N_REDUCE_ADD(v))
#define SG_W_REDUCE_MUL(v) SG_N_REDUCE_MUL(v)
#define SG_W_REDUCE_MIN(v) SG_PICK(SG_HALVES_ORDER)(sg_halves_reduce_min(v), SG_N_REDUCE_MIN(v))
#define SG_W_REDUCE_MAX(v) SG_PICK(SG_HALVES_ORDER)(sg_halves_reduce_max(v), SG_N_REDUCE_MAX(v))
#define SG_W_REDUCE_AND(v) SG_PICK(SG_HALVES_BITS)(sg_halves_reduce_and(v), SG_N_REDUCE_AND(v))
#define SG_W_REDUCE_OR(v) SG_PICK(SG_HALVES_BITS)(sg_halves_reduce_or(v), SG_N_REDUCE_OR(v))
#define SG_W_REDUCE_XOR(v) SG_PICK(SG_HALVES_BITS)(sg_halves_reduce_xor(v), SG_N_REDUCE_XOR(v))
#define SG_W_SCAN_INCLUSIVE_ADD(v)                                                                           \
    SG_PICK(SG_HALVES_SUM_SCANS)(sg_halves_scan_inclusive_add(v), SG_N_SCAN_INCLUSIVE_ADD(v))
#define SG_W_SCAN_INCLUSIVE_MUL(v) SG_N_SCAN_INCLUSIVE_MUL(v)
#define SG_W_SCAN_INCLUSIVE_MIN(v) SG_N_SCAN_INCLUSIVE_MIN(v)
#define SG_W_SCAN_INCLUSIVE_MAX(v) SG_N_SCAN_INCLUSIVE_MAX(v)
#define SG_W_SCAN_INCLUSIVE_AND(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_inclusive_and(v), SG_N_SCAN_INCLUSIVE_AND(v))
#define SG_W_SCAN_INCLUSIVE_OR(v)                                                                            \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_inclusive_or(v), SG_N_SCAN_INCLUSIVE_OR(v))
#define SG_W_SCAN_INCLUSIVE_XOR(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_inclusive_xor(v), SG_N_SCAN_INCLUSIVE_XOR(v))
#define SG_W_SCAN_EXCLUSIVE_ADD(v)                                                                           \
    SG_PICK(SG_HALVES_SUM_SCANS)(sg_halves_scan_exclusive_add(v), SG_N_SCAN_EXCLUSIVE_ADD(v))
#define SG_W_SCAN_EXCLUSIVE_MUL(v) SG_N_SCAN_EXCLUSIVE_MUL(v)
#define SG_W_SCAN_EXCLUSIVE_MIN(v) SG_N_SCAN_EXCLUSIVE_MIN(v)
#define SG_W_SCAN_EXCLUSIVE_MAX(v) SG_N_SCAN_EXCLUSIVE_MAX(v)
#define SG_W_SCAN_EXCLUSIVE_AND(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_exclusive_and(v), SG_N_SCAN_EXCLUSIVE_AND(v))
#define SG_W_SCAN_EXCLUSIVE_OR(v)                                                                            \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_exclusive_or(v), SG_N_SCAN_EXCLUSIVE_OR(v))
#define SG_W_SCAN_EXCLUSIVE_XOR(v)                                                                           \
    SG_PICK(SG_HALVES_BIT_SCANS)(sg_halves_scan_exclusive_xor(v), SG_N_SCAN_EXCLUSIVE_XOR(v))
#if SG_HAS_INT64
#define SG_STAMP_HALVES_ORDER(T, H, op, OP)                                                                  \
    SG_FN T sg_halves_reduce_##op(T sg_v) {                                                                  \
        const uint2 sg_w = as_uint2(sg_v);                                                                   \
        const H sg_mine = (H)SG_AT(sg_w, 1);                                                                 \
        const H sg_best = SG_N_REDUCE_##OP(sg_mine);                                                         \
        const uint sg_low = sg_mine == sg_best ? SG_AT(sg_w, 0) : SG_IDENTITY_##OP(uint);                    \
        return as_##T((uint2)(SG_N_REDUCE_##OP(sg_low), (uint)sg_best));                                     \
    }
#if SG_HALVES_ORDER
SG_STAMP_HALVES_ORDER(long, int, min, MIN)
SG_STAMP_HALVES_ORDER(long, int, max, MAX)
SG_STAMP_HALVES_ORDER(ulong, uint, min, MIN)
SG_STAMP_HALVES_ORDER(ulong, uint, max, MAX)
#endif
#define SG_STAMP_HALVES_BITS(op, OP)                                                                         \
    SG_FN ulong sg_halves_##op(ulong sg_v) {                                                                 \
        const uint2 sg_w = as_uint2(sg_v);                                                                   \
        return as_ulong((uint2)(SG_N_##OP(SG_AT(sg_w, 0)), SG_N_##OP(SG_AT(sg_w, 1))));                      \
    }                                                                                                        \
    SG_FN long sg_halves_##op(long sg_v) {                                                                   \
        return (long)sg_halves_##op((ulong)sg_v);                                                            \
    }
#define SG_STAMP_HALVES_SUM(op, OP)                                                                          \
    SG_FN ulong sg_halves_##op(ulong sg_v) {                                                                 \
        const uint2 sg_w = as_uint2(sg_v);                                                                   \
        const uint sg_low = SG_N_##OP(SG_AT(sg_w, 0));                                                       \
        const uint sg_middle = SG_N_##OP(SG_AT(sg_w, 0) >> 16);                                              \
        const uint sg_high = SG_N_##OP(SG_AT(sg_w, 1));                                                      \
        const uint sg_carry = (sg_middle + ((sg_low - (sg_middle << 16)) >> 16)) >> 16;                      \
        return as_ulong((uint2)(sg_low, sg_high + sg_carry));                                                \
    }                                                                                                        \
    SG_FN long sg_halves_##op(long sg_v) {                                                                   \
        return (long)sg_halves_##op((ulong)sg_v);                                                            \
    }
#if SG_HALVES_BITS
SG_STAMP_HALVES_BITS(reduce_and, REDUCE_AND)
SG_STAMP_HALVES_BITS(reduce_or, REDUCE_OR)
SG_STAMP_HALVES_BITS(reduce_xor, REDUCE_XOR)
#endif
#if SG_HALVES_BIT_SCANS
SG_STAMP_HALVES_BITS(scan_inclusive_and, SCAN_INCLUSIVE_AND)
SG_STAMP_HALVES_BITS(scan_inclusive_or, SCAN_INCLUSIVE_OR)
SG_STAMP_HALVES_BITS(scan_inclusive_xor, SCAN_INCLUSIVE_XOR)
SG_STAMP_HALVES_BITS(scan_exclusive_and, SCAN_EXCLUSIVE_AND)
SG_STAMP_HALVES_BITS(scan_exclusive_or, SCAN_EXCLUSIVE_OR)
SG_STAMP_HALVES_BITS(scan_exclusive_xor, SCAN_EXCLUSIVE_XOR)
#endif
#if SG_HALVES_SUM
SG_STAMP_HALVES_SUM(reduce_add, REDUCE_ADD)
#endif
#if SG_HALVES_SUM_SCANS
SG_STAMP_HALVES_SUM(scan_inclusive_add, SCAN_INCLUSIVE_ADD)
SG_STAMP_HALVES_SUM(scan_exclusive_add, SCAN_EXCLUSIVE_ADD)
#endif
#endif
#define SG_STAMP_WHOLE(T, U, op, OP, N)                                                                      \
    SG_FN T sg_reduce_##op(sg_t sg_ctx, T sg_v) {                                                            \
        return SG_PICK(SG_NATIVE_REDUCE_##OP##N)(                                                            \
            SG_BY##N(SG_N_REDUCE_##OP, SG_W_REDUCE_##OP)(SG_IN_##OP(T, sg_v)),                               \
            sg_cluster_reduce_##op(sg_ctx, sg_v, SG_WIDTH));                                                 \
    }                                                                                                        \
    SG_FN T sg_scan_inclusive_##op(sg_t sg_ctx, T sg_v) {                                                    \
        return SG_PICK(SG_NATIVE_SCAN_INCLUSIVE_##OP##N)(                                                    \
            SG_BY##N(SG_N_SCAN_INCLUSIVE_##OP, SG_W_SCAN_INCLUSIVE_##OP)(SG_IN_##OP(T, sg_v)),               \
            sg_cluster_scan_inclusive_##op(sg_ctx, sg_v, SG_WIDTH));                                         \
    }                                                                                                        \
    SG_FN T sg_scan_exclusive_##op(sg_t sg_ctx, T sg_v) {                                                    \
        return SG_PICK(SG_NATIVE_SCAN_EXCLUSIVE_##OP##N)(                                                    \
            SG_BY##N(SG_N_SCAN_EXCLUSIVE_##OP, SG_W_SCAN_EXCLUSIVE_##OP)(SG_IN_##OP(T, sg_v)),               \
            sg_cluster_scan_exclusive_##op(sg_ctx, sg_v, SG_WIDTH));                                         \
    }
#define SG_STAMP_SCALAR(T, U, N)                                                                             \
    SG_OPERATORS(SG_STAMP_CLUSTER, T, U, 0)                                                                  \
    SG_OPERATORS(SG_STAMP_WHOLE, T, U, _##N)
#define SG_STAMP_BITWISE(T, U, N)                                                                            \
    SG_BIT_OPERATORS(SG_STAMP_CLUSTER, T, U, 0)                                                              \
    SG_BIT_OPERATORS(SG_STAMP_WHOLE, T, U, _##N)
SG_TYPES_SCALAR(SG_STAMP_SCALAR)
SG_TYPES_INTEGER(SG_STAMP_BITWISE)
#if SG_HAS_VECTOR
#if SG_USES_LOCAL && !SG_NATIVE_REDUCE_ADD_FLOAT
SG_STAMP_CLUSTER(float2, float2, add, ADD, 0)
SG_STAMP_CLUSTER(float4, float4, add, ADD, 0)
#define SG_STAMP_VECTOR_OP(op)                                                                               \
    SG_FN float3 sg_cluster_##op(sg_t sg_ctx, float3 sg_v, uint sg_size) {                                   \
        return as_float3(sg_cluster_##op(sg_ctx, (float4)(sg_v, 0.0f), sg_size));                            \
    }                                                                                                        \
    SG_FN float2 sg_##op(sg_t sg_ctx, float2 sg_v) {                                                         \
        return sg_cluster_##op(sg_ctx, sg_v, SG_WIDTH);                                                      \
    }                                                                                                        \
    SG_FN float3 sg_##op(sg_t sg_ctx, float3 sg_v) {                                                         \
        return sg_cluster_##op(sg_ctx, sg_v, SG_WIDTH);                                                      \
    }                                                                                                        \
    SG_FN float4 sg_##op(sg_t sg_ctx, float4 sg_v) {                                                         \
        return sg_cluster_##op(sg_ctx, sg_v, SG_WIDTH);                                                      \
    }
SG_STAMP_VECTOR_OP(reduce_add)
SG_STAMP_VECTOR_OP(scan_inclusive_add)
SG_STAMP_VECTOR_OP(scan_exclusive_add)
#else
#define SG_EACH_2(f) (float2)(f(SG_AT(sg_v, 0)), f(SG_AT(sg_v, 1)))
#define SG_EACH_3(f) (float3)(f(SG_AT(sg_v, 0)), f(SG_AT(sg_v, 1)), f(SG_AT(sg_v, 2)))
#define SG_EACH_4(f) (float4)(f(SG_AT(sg_v, 0)), f(SG_AT(sg_v, 1)), f(SG_AT(sg_v, 2)), f(SG_AT(sg_v, 3)))
#define SG_STAMP_VECTOR_OP(n, op)                                                                            \
    SG_FN float##n sg_##op(sg_t sg_ctx, float##n sg_v) {                                                     \
        return SG_EACH_##n(SG_ONE_##op);                                                                     \
    }                                                                                                        \
    SG_FN float##n sg_cluster_##op(sg_t sg_ctx, float##n sg_v, uint sg_size) {                               \
        return SG_EACH_##n(SG_PART_##op);                                                                    \
    }
#define SG_ONE_reduce_add(x) sg_reduce_add(sg_ctx, x)
#define SG_ONE_scan_inclusive_add(x) sg_scan_inclusive_add(sg_ctx, x)
#define SG_ONE_scan_exclusive_add(x) sg_scan_exclusive_add(sg_ctx, x)
#define SG_PART_reduce_add(x) sg_cluster_reduce_add(sg_ctx, x, sg_size)
#define SG_PART_scan_inclusive_add(x) sg_cluster_scan_inclusive_add(sg_ctx, x, sg_size)
#define SG_PART_scan_exclusive_add(x) sg_cluster_scan_exclusive_add(sg_ctx, x, sg_size)
#define SG_STAMP_VECTOR(n)                                                                                   \
    SG_STAMP_VECTOR_OP(n, reduce_add)                                                                        \
    SG_STAMP_VECTOR_OP(n, scan_inclusive_add)                                                                \
    SG_STAMP_VECTOR_OP(n, scan_exclusive_add)
SG_STAMP_VECTOR(2)
SG_STAMP_VECTOR(3)
SG_STAMP_VECTOR(4)
#endif
#endif
#if SG_SEGMENTS
SG_FN sg_mask sg_heads(sg_t sg_ctx, int sg_head) {
    return sg_mask_or(sg_ballot(sg_ctx, sg_head), sg_mask_lane(0u));
}
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
#endif
#define SG_GROUP_PARTS (SG_GROUP_SIZE / SG_WIDTH)
#if SG_GROUP_PARTS > 8
#define SG_UNROLL_PARTS _Pragma("unroll 4")
#else
#define SG_UNROLL_PARTS
#endif
#define SG_STAMP_GROUP_REDUCE(name, T, combine)                                                              \
    SG_FN T name(sg_t sg_ctx, T sg_total, __local T *sg_parts) {                                             \
        if (sg_lane(sg_ctx) == 0) sg_parts[sg_id(sg_ctx)] = sg_total;                                        \
        sg_group_barrier_local(sg_ctx);                                                                      \
        T sg_all = sg_parts[0];                                                                              \
        if (get_local_id(0) == 0) {                                                                          \
            SG_UNROLL_PARTS                                                                                  \
            for (uint sg_i = 1; sg_i < SG_GROUP_PARTS; ++sg_i) sg_all = combine(sg_all, sg_parts[sg_i]);     \
        }                                                                                                    \
        return sg_all;                                                                                       \
    }
#define SG_STAMP_GROUP_SCAN(name, T, combine)                                                                \
    SG_FN T name(sg_t sg_ctx, T sg_total, T sg_none, __local T *sg_parts, T *sg_all) {                       \
        T sg_before = sg_none, sg_sum = sg_none;                                                             \
        if (sg_lane(sg_ctx) == SG_WIDTH - 1u) sg_parts[sg_id(sg_ctx)] = sg_total;                            \
        sg_group_barrier_local(sg_ctx);                                                                      \
        SG_UNROLL_PARTS                                                                                      \
        for (uint sg_i = 0; sg_i < SG_GROUP_PARTS; ++sg_i) {                                                 \
            sg_before = sg_i == sg_id(sg_ctx) ? sg_sum : sg_before;                                          \
            sg_sum = combine(sg_sum, sg_parts[sg_i]);                                                        \
        }                                                                                                    \
        *sg_all = sg_sum;                                                                                    \
        return sg_before;                                                                                    \
    }
SG_FN int sg_group_any(sg_t sg_ctx, int sg_p, __local uint *sg_parts) {
    uint sg_found = (uint)sg_any(sg_ctx, sg_p);
    if (sg_lane(sg_ctx) == 0) sg_parts[sg_id(sg_ctx)] = sg_found;
    sg_group_barrier_local(sg_ctx);
    SG_UNROLL_PARTS
    for (uint sg_i = 0; sg_i < SG_GROUP_PARTS; ++sg_i) sg_found |= sg_parts[sg_i];
    return (int)sg_found;
}
SG_FN int sg_group_all(sg_t sg_ctx, int sg_p, __local uint *sg_parts) {
    return !sg_group_any(sg_ctx, sg_p == 0, sg_parts);
}
#if SG_GROUPS
#define SG_STAMP_GROUP(T, U, op, OP, N)                                                                      \
    SG_FN T sg_combine_##op(T sg_a, T sg_b) {                                                                \
        return SG_OP_##OP(T, U, sg_a, sg_b);                                                                 \
    }                                                                                                        \
    SG_STAMP_GROUP_REDUCE(sg_group_join_##op, T, sg_combine_##op)                                            \
    SG_STAMP_GROUP_SCAN(sg_group_before_##op, T, sg_combine_##op)                                            \
    SG_FN T sg_group_reduce_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts) {                                 \
        return sg_group_join_##op(sg_ctx, sg_reduce_##op(sg_ctx, sg_v), sg_parts);                           \
    }                                                                                                        \
    SG_FN T sg_group_scan_exclusive_total_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts, T *sg_total) {      \
        const T sg_below = sg_scan_exclusive_##op(sg_ctx, sg_v);                                             \
        const T sg_own = SG_IN_##OP(T, sg_v);                                                                \
        const T sg_before = sg_group_before_##op(sg_ctx, sg_combine_##op(sg_below, sg_own),                  \
                                                 sg_identity_##op(T), sg_parts, sg_total);                   \
        return sg_combine_##op(sg_before, sg_below);                                                         \
    }
#define SG_STAMP_GROUPS(T, U, N) SG_OPERATORS(SG_STAMP_GROUP, T, U, 0)
#define SG_STAMP_BIT_GROUPS(T, U, N) SG_BIT_OPERATORS(SG_STAMP_GROUP, T, U, 0)
#define SG_STAMP_VECTOR_GROUPS(T, U, N) SG_STAMP_GROUP(T, U, add, ADD, 0)
SG_TYPES_SCALAR(SG_STAMP_GROUPS)
SG_TYPES_INTEGER(SG_STAMP_BIT_GROUPS)
SG_TYPES_VECTOR(SG_STAMP_VECTOR_GROUPS)
#endif
#define SG_REFUSED                                                                                           \
    __attribute__((__overloadable__,                                                                         \
                   __unavailable__("sg_ operations take no 8- or 16-bit integers: convert to int or uint")))
#define SG_REFUSE_FAMILY(T, U, op, OP, N)                                                                    \
    T sg_reduce_##op(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                        \
    T sg_scan_inclusive_##op(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                \
    T sg_scan_exclusive_##op(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                \
    T sg_cluster_reduce_##op(sg_t sg_ctx, T sg_v, uint sg_size) SG_REFUSED;                                  \
    T sg_cluster_scan_inclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) SG_REFUSED;                          \
    T sg_cluster_scan_exclusive_##op(sg_t sg_ctx, T sg_v, uint sg_size) SG_REFUSED;                          \
    T sg_identity_of_##op(T sg_v) SG_REFUSED;
#define SG_REFUSE(T)                                                                                         \
    T sg_shuffle(sg_t sg_ctx, T sg_v, uint sg_i) SG_REFUSED;                                                 \
    T sg_shuffle_xor(sg_t sg_ctx, T sg_v, uint sg_m) SG_REFUSED;                                             \
    T sg_shuffle_up(sg_t sg_ctx, T sg_v, uint sg_d) SG_REFUSED;                                              \
    T sg_shuffle_down(sg_t sg_ctx, T sg_v, uint sg_d) SG_REFUSED;                                            \
    T sg_rotate(sg_t sg_ctx, T sg_v, uint sg_d) SG_REFUSED;                                                  \
    T sg_broadcast(sg_t sg_ctx, T sg_v, uint sg_i) SG_REFUSED;                                               \
    int sg_all_equal(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                        \
    sg_mask sg_match_any(sg_t sg_ctx, T sg_v) SG_REFUSED;                                                    \
    SG_OPERATORS(SG_REFUSE_FAMILY, T, T, 0)                                                                  \
    SG_BIT_OPERATORS(SG_REFUSE_FAMILY, T, T, 0)
SG_REFUSE(char)
SG_REFUSE(uchar)
SG_REFUSE(short)
SG_REFUSE(ushort)
#if SG_SEGMENTS
#define SG_REFUSE_PARTS(T, U, op, OP, N)                                                                     \
    T sg_segment_reduce_##op(sg_t sg_ctx, T sg_v, int sg_head) SG_REFUSED;                                   \
    T sg_segment_scan_inclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) SG_REFUSED;                           \
    T sg_segment_scan_exclusive_##op(sg_t sg_ctx, T sg_v, int sg_head) SG_REFUSED;                           \
    T sg_partition_reduce_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) SG_REFUSED;                                \
    T sg_partition_scan_inclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) SG_REFUSED;                        \
    T sg_partition_scan_exclusive_##op(sg_t sg_ctx, T sg_v, sg_mask sg_m) SG_REFUSED;                        \
    T sg_scan_inclusive_total_##op(sg_t sg_ctx, T sg_v, T *sg_total) SG_REFUSED;                             \
    T sg_scan_exclusive_total_##op(sg_t sg_ctx, T sg_v, T *sg_total) SG_REFUSED;
#define SG_REFUSE_PARTS_OF(T)                                                                                \
    SG_OPERATORS(SG_REFUSE_PARTS, T, T, 0) SG_BIT_OPERATORS(SG_REFUSE_PARTS, T, T, 0)
SG_REFUSE_PARTS_OF(char)
SG_REFUSE_PARTS_OF(uchar)
SG_REFUSE_PARTS_OF(short)
SG_REFUSE_PARTS_OF(ushort)
#else
#define SG_NEEDS_SEGMENTS                                                                                    \
    __attribute__((__unavailable__("it needs the build option -DSG_SEGMENTS=1, or the same by #define")))
#define SG_WITHOUT_SEGMENTS(T, U, op, OP, N)                                                                 \
    void sg_segment_reduce_##op(void) SG_NEEDS_SEGMENTS;                                                     \
    void sg_segment_scan_inclusive_##op(void) SG_NEEDS_SEGMENTS;                                             \
    void sg_segment_scan_exclusive_##op(void) SG_NEEDS_SEGMENTS;                                             \
    void sg_partition_reduce_##op(void) SG_NEEDS_SEGMENTS;                                                   \
    void sg_partition_scan_inclusive_##op(void) SG_NEEDS_SEGMENTS;                                           \
    void sg_partition_scan_exclusive_##op(void) SG_NEEDS_SEGMENTS;                                           \
    void sg_scan_inclusive_total_##op(void) SG_NEEDS_SEGMENTS;                                               \
    void sg_scan_exclusive_total_##op(void) SG_NEEDS_SEGMENTS;
void sg_segment(void) SG_NEEDS_SEGMENTS;
SG_OPERATORS(SG_WITHOUT_SEGMENTS, int, int, 0)
SG_BIT_OPERATORS(SG_WITHOUT_SEGMENTS, int, int, 0)
#endif
#if SG_GROUPS
#define SG_REFUSE_GROUP(T, U, op, OP, N)                                                                     \
    T sg_group_reduce_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts) SG_REFUSED;                             \
    T sg_group_scan_exclusive_total_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts, T *sg_total) SG_REFUSED;
#define SG_REFUSE_GROUPS(T) SG_OPERATORS(SG_REFUSE_GROUP, T, T, 0) SG_BIT_OPERATORS(SG_REFUSE_GROUP, T, T, 0)
SG_REFUSE_GROUPS(char)
SG_REFUSE_GROUPS(uchar)
SG_REFUSE_GROUPS(short)
SG_REFUSE_GROUPS(ushort)
#else
#define SG_NEEDS_GROUPS                                                                                      \
    __attribute__((__unavailable__("it needs the build option -DSG_GROUPS=1, or the same by #define")))
#define SG_WITHOUT_GROUPS(T, U, op, OP, N)                                                                   \
    void sg_group_reduce_##op(void) SG_NEEDS_GROUPS;                                                         \
    void sg_group_scan_exclusive_total_##op(void) SG_NEEDS_GROUPS;
SG_OPERATORS(SG_WITHOUT_GROUPS, int, int, 0)
SG_BIT_OPERATORS(SG_WITHOUT_GROUPS, int, int, 0)
#endif
#define SG_TRACE_WORDS 12
#define SG_TRACE_TYPE_INT 0u
#define SG_TRACE_TYPE_UINT 1u
#define SG_TRACE_TYPE_LONG 2u
#define SG_TRACE_TYPE_ULONG 3u
#define SG_TRACE_TYPE_FLOAT 4u
#define SG_TRACE_TYPE_HALF 5u
#define SG_TRACE_TYPE_DOUBLE 6u
#ifndef SG_N_MEASURED_WIDTH
#define SG_N_MEASURED_WIDTH(sg) sg_mask_count(sg_ballot(sg, 1))
#endif
#define SG_NO_PARAMS                                                                                         \
    __attribute__((__unavailable__("SG_PARAMS is missing: write it at the end of this kernel's parameters, " \
                                   "without a comma before it")))
#if SG_GUARD
#define SG_PARAM_GUARD_ , __global uint *sg_params_guard_
void sg_params_guard_(void) SG_NO_PARAMS;
SG_FN void sg_guard(sg_t sg_ctx, volatile __global uint *sg_found) {
    const uint sg_items = (uint)get_local_size(0);
#if SG_BACKEND != SG_LOCAL
    const uint sg_lanes = SG_N_MEASURED_WIDTH(sg_ctx);
    if (sg_lanes != SG_WIDTH) atomic_max(sg_found, sg_lanes);
#endif
    if (sg_items != SG_GROUP_SIZE) atomic_max(sg_found + 1, sg_items);
}
#define SG_GUARD_(sg) sg_guard(sg, sg_params_guard_);
#if SG_GUARD == 2
SG_FN void sg_tell_index(sg_t sg_ctx, uint sg_what, uint sg_line, uint sg_i) {
    atomic_max((volatile __global uint *)sg_ctx.sg_found + 2,
               sg_what << 29 | (sg_line < 0x1fffu ? sg_line : 0x1fffu) << 16 |
                   (sg_i < 0xffffu ? sg_i : 0xffffu));
}
SG_FN uint sg_checked(sg_t sg_ctx, uint sg_what, uint sg_line, uint sg_i) {
    if (sg_i >= SG_WIDTH) sg_tell_index(sg_ctx, sg_what, sg_line, sg_i);
    return sg_i;
}
SG_FN uint sg_checked_same(sg_t sg_ctx, uint sg_line, uint sg_i) {
    if (!sg_all_equal(sg_ctx, sg_i)) sg_tell_index(sg_ctx, 4, sg_line, sg_i);
    return sg_checked(sg_ctx, 2, sg_line, sg_i);
}
#define sg_shuffle(sg, v, i) sg_shuffle(sg, v, sg_checked(sg, 1, __LINE__, i))
#define sg_shuffle_xor(sg, v, m) sg_shuffle_xor(sg, v, sg_checked(sg, 3, __LINE__, m))
#define sg_broadcast(sg, v, i) sg_broadcast(sg, v, sg_checked_same(sg, __LINE__, i))
#endif
#else
#define SG_PARAM_GUARD_
#define SG_GUARD_(sg)
#endif
#if SG_RECORD
#define SG_PARAM_RECORD_ , __global uint *sg_params_record_
void sg_params_record_(void) SG_NO_PARAMS;
#ifndef SG_N_REPORTED_WIDTH
#define SG_N_REPORTED_WIDTH() 0u
#endif
SG_FN void sg_record_width(sg_t sg_ctx, __global uint *sg_rec) {
    const uint sg_lanes = SG_N_MEASURED_WIDTH(sg_ctx) * (SG_PLANT_WRONG_WIDTH ? 2u : 1u);
    if (get_global_id(0) == get_global_offset(0)) {
        sg_rec[0] = sg_lanes;
        sg_rec[1] = SG_N_REPORTED_WIDTH();
    }
}
#define SG_RECORD_WIDTH_(sg) sg_record_width(sg, sg_params_record_);
#else
#define SG_PARAM_RECORD_
#define SG_RECORD_WIDTH_(sg)
#endif
#if SG_TRACE
#define SG_PARAM_TRACE_ , __global uint *sg_params_trace_
void sg_params_trace_(void) SG_NO_PARAMS;
SG_FN void sg_trace_to(__global uint *sg_records) {
}
#define SG_TRACE_TO_ sg_trace_to(sg_params_trace_);
SG_FN void sg_put(__global uint *sg_to, uint4 sg_words) {
    sg_to[0] = SG_AT(sg_words, 0);
    sg_to[1] = SG_AT(sg_words, 1);
    sg_to[2] = SG_AT(sg_words, 2);
    sg_to[3] = SG_AT(sg_words, 3);
}
SG_FN void sg_show(sg_t sg_ctx, uint sg_line, uint sg_type, uint4 sg_name, uint4 sg_value) {
    const uint sg_at = atomic_inc((volatile __global uint *)sg_ctx.sg_records);
    if (sg_at < sg_ctx.sg_records[1]) {
        __global uint *sg_r = sg_ctx.sg_records + 2 + (size_t)sg_at * SG_TRACE_WORDS;
        sg_r[0] = sg_line;
        sg_r[1] = (uint)get_global_id(0);
        sg_r[2] = sg_type;
        sg_r[3] = sg_lane(sg_ctx) | (sg_id(sg_ctx) << 16);
        sg_put(sg_r + 4, sg_name);
        sg_put(sg_r + 8, sg_value);
    }
}
#define SG_STAMP_SHOW(T, n, tag, value)                                                                      \
    SG_FN void sg_show(sg_t sg_ctx, uint sg_line, T sg_v, uint4 sg_name) {                                   \
        sg_show(sg_ctx, sg_line, tag | (n##u << 8), sg_name, value);                                         \
    }
SG_STAMP_SHOW(int, 1, SG_TRACE_TYPE_INT, (uint4)(as_uint(sg_v), 0u, 0u, 0u))
SG_STAMP_SHOW(uint, 1, SG_TRACE_TYPE_UINT, (uint4)(sg_v, 0u, 0u, 0u))
SG_STAMP_SHOW(float, 1, SG_TRACE_TYPE_FLOAT, (uint4)(as_uint(sg_v), 0u, 0u, 0u))
SG_STAMP_SHOW(float2, 2, SG_TRACE_TYPE_FLOAT, (uint4)(as_uint2(sg_v), 0u, 0u))
SG_STAMP_SHOW(float3, 3, SG_TRACE_TYPE_FLOAT, (uint4)(as_uint3(sg_v), 0u))
SG_STAMP_SHOW(float4, 4, SG_TRACE_TYPE_FLOAT, as_uint4(sg_v))
#if SG_HAS_INT64
SG_STAMP_SHOW(long, 1, SG_TRACE_TYPE_LONG, (uint4)(as_uint2(sg_v), 0u, 0u))
SG_STAMP_SHOW(ulong, 1, SG_TRACE_TYPE_ULONG, (uint4)(as_uint2(sg_v), 0u, 0u))
#endif
#if SG_HAS_FP16
SG_STAMP_SHOW(half, 1, SG_TRACE_TYPE_HALF, (uint4)(as_ushort(sg_v), 0u, 0u, 0u))
#endif
#if SG_HAS_FP64
SG_STAMP_SHOW(double, 1, SG_TRACE_TYPE_DOUBLE, (uint4)(as_uint2(sg_v), 0u, 0u))
#endif
#define SG_NAME_BYTES "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
#define SG_NAME_BYTE(s, i) ((uint)(uchar)(s SG_NAME_BYTES)[i] << (8 * ((i)&3)))
#define SG_NAME_WORD(s, i)                                                                                   \
    (SG_NAME_BYTE(s, i) | SG_NAME_BYTE(s, i + 1) | SG_NAME_BYTE(s, i + 2) | SG_NAME_BYTE(s, i + 3))
#define SG_SHOW(sg, name, v)                                                                                 \
    sg_show(sg, (uint)__LINE__, v,                                                                           \
            (uint4)(SG_NAME_WORD(name, 0), SG_NAME_WORD(name, 4), SG_NAME_WORD(name, 8),                     \
                    SG_NAME_WORD(name, 12)))
#define SG_SHOW_MASK(sg, name, m)                                                                            \
    sg_show(sg, (uint)__LINE__, SG_TRACE_TYPE_UINT | (4u << 8),                                              \
            (uint4)(SG_NAME_WORD(name, 0), SG_NAME_WORD(name, 4), SG_NAME_WORD(name, 8),                     \
                    SG_NAME_WORD(name, 12)),                                                                 \
            sg_mask_words(m))
#else
#define SG_PARAM_TRACE_
#define SG_TRACE_TO_
#define SG_SHOW(sg, name, v) ((void)0)
#define SG_SHOW_MASK(sg, name, m) ((void)0)
#endif
#define SG_PARAMS SG_PARAM_RECORD_ SG_PARAM_TRACE_ SG_PARAM_GUARD_
#if SG_USES_LOCAL
#define SG_DECLARE_SCRATCH_ __local uint sg_scratch_[4 * SG_GROUP_SIZE] __attribute__((__aligned__(16)));
#define SG_SLICE_ (sg_scratch_ + (size_t)SG_N_ID() * SG_SLICE_WORDS)
#else
#define SG_DECLARE_SCRATCH_
#endif
#if SG_TRACE
#define SG_CONTEXT_TRACE_ sg_params_trace_,
#else
#define SG_CONTEXT_TRACE_
#endif
#if SG_GUARD == 2
#define SG_CONTEXT_GUARD_ sg_params_guard_,
#else
#define SG_CONTEXT_GUARD_
#endif
#if !SG_USES_LOCAL
#define SG_SLICE_
#endif
#if SG_TRACE || SG_GUARD == 2
#define SG_CONTEXT_                                                                                          \
    { SG_CONTEXT_TRACE_ SG_CONTEXT_GUARD_ SG_SLICE_ }
#elif SG_USES_LOCAL
#define SG_CONTEXT_ SG_SLICE_
#else
#define SG_CONTEXT_ 0
#endif
#define SG_BEGIN(sg)                                                                                         \
    SG_TRACE_TO_                                                                                             \
    SG_DECLARE_SCRATCH_                                                                                      \
    const sg_t sg = SG_CONTEXT_;                                                                             \
    SG_RECORD_WIDTH_(sg)                                                                                     \
    SG_GUARD_(sg)                                                                                            \
    (void)sg
#if SG_STANDARD_NAMES
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
#if defined(__clang__)
#pragma push_macro("lo")
#pragma push_macro("hi")
#undef lo
#undef hi
#elif defined(lo) || defined(hi)
#error "with SG_STANDARD_NAMES and this compiler no macro may be called lo or hi"
#endif
#define SG_STD_WIDE(T, f, g)                                                                                 \
    SG_FN T g(sg_t sg_ctx, T sg_v, uint sg_i) {                                                              \
        return f(sg_ctx, sg_v, sg_i);                                                                        \
    }
#define SG_STD_NARROW(T, W, f, g)                                                                            \
    SG_FN T g(sg_t sg_ctx, T sg_v, uint sg_i) {                                                              \
        return (T)f(sg_ctx, (W)sg_v, sg_i);                                                                  \
    }
#define SG_STD_PARTS(T, f)                                                                                   \
    SG_FN T##2 f(sg_t sg_ctx, T##2 sg_v, uint sg_i) {                                                        \
        return (T##2)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                   \
    }                                                                                                        \
    SG_FN T##3 f(sg_t sg_ctx, T##3 sg_v, uint sg_i) {                                                        \
        return (T##3)(f(sg_ctx, SG_AT(sg_v, 0), sg_i), f(sg_ctx, SG_AT(sg_v, 1), sg_i),                      \
                      f(sg_ctx, SG_AT(sg_v, 2), sg_i));                                                      \
    }                                                                                                        \
    SG_FN T##4 f(sg_t sg_ctx, T##4 sg_v, uint sg_i) {                                                        \
        return (T##4)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                   \
    }                                                                                                        \
    SG_FN T##8 f(sg_t sg_ctx, T##8 sg_v, uint sg_i) {                                                        \
        return (T##8)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                   \
    }                                                                                                        \
    SG_FN T##16 f(sg_t sg_ctx, T##16 sg_v, uint sg_i) {                                                      \
        return (T##16)(f(sg_ctx, sg_v.lo, sg_i), f(sg_ctx, sg_v.hi, sg_i));                                  \
    }
#define SG_STD_MOVE(f, g)                                                                                    \
    SG_STD_NARROW(char, int, f, g)                                                                           \
    SG_STD_NARROW(uchar, uint, f, g)                                                                         \
    SG_STD_NARROW(short, int, f, g)                                                                          \
    SG_STD_NARROW(ushort, uint, f, g)                                                                        \
    SG_STD_WIDE(int, f, g)                                                                                   \
    SG_STD_WIDE(uint, f, g)                                                                                  \
    SG_STD_WIDE(float, f, g)                                                                                 \
    SG_IF_INT64(SG_STD_WIDE(long, f, g) SG_STD_WIDE(ulong, f, g))                                            \
    SG_IF_FP16(SG_STD_WIDE(half, f, g))                                                                      \
    SG_IF_FP64(SG_STD_WIDE(double, f, g)) SG_IF_VECTOR(SG_STD_EACH(SG_STD_PARTS, g))
#define SG_STD_EACH(X, f)                                                                                    \
    X(char, f)                                                                                               \
    X(uchar, f)                                                                                              \
    X(short, f)                                                                                              \
    X(ushort, f)                                                                                             \
    X(int, f)                                                                                                \
    X(uint, f) X(float, f) SG_IF_INT64(X(long, f) X(ulong, f)) SG_IF_FP16(X(half, f)) SG_IF_FP64(X(double, f))
SG_STD_MOVE(sg_shuffle, sg_std_shuffle)
SG_STD_MOVE(sg_shuffle_xor, sg_std_shuffle_xor)
SG_STD_MOVE(sg_shuffle_up, sg_std_shuffle_up)
SG_STD_MOVE(sg_shuffle_down, sg_std_shuffle_down)
SG_STD_MOVE(sg_rotate, sg_std_rotate)
SG_STD_MOVE(sg_broadcast, sg_std_broadcast)
#if defined(__clang__)
#pragma pop_macro("lo")
#pragma pop_macro("hi")
#endif
#define SG_STD_PAIR(T)                                                                                       \
    SG_FN T sg_std_down_pair(sg_t sg_ctx, T sg_v, T sg_next, uint sg_d) {                                    \
        const uint sg_from = sg_std_lane() + sg_d;                                                           \
        const T sg_a = sg_std_shuffle(sg_ctx, sg_v, sg_from & (SG_WIDTH - 1u));                              \
        const T sg_b = sg_std_shuffle(sg_ctx, sg_next, sg_from & (SG_WIDTH - 1u));                           \
        return sg_from < SG_WIDTH ? sg_a : sg_b;                                                             \
    }                                                                                                        \
    SG_FN T sg_std_up_pair(sg_t sg_ctx, T sg_before, T sg_v, uint sg_d) {                                    \
        const uint sg_me = sg_std_lane();                                                                    \
        const T sg_a = sg_std_shuffle(sg_ctx, sg_v, (sg_me - sg_d) & (SG_WIDTH - 1u));                       \
        const T sg_b = sg_std_shuffle(sg_ctx, sg_before, (sg_me - sg_d) & (SG_WIDTH - 1u));                  \
        return sg_me >= sg_d ? sg_a : sg_b;                                                                  \
    }
#define SG_STD_PAIRS(T, f)                                                                                   \
    SG_STD_PAIR(T)                                                                                           \
    SG_IF_VECTOR(SG_STD_PAIR(T##2) SG_STD_PAIR(T##3) SG_STD_PAIR(T##4) SG_STD_PAIR(T##8) SG_STD_PAIR(T##16))
SG_STD_EACH(SG_STD_PAIRS, 0)
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
#define SG_BLOCK_AT(LANE, WIDTH, i) sg_p[(LANE) + (i) * (WIDTH)]
#define SG_BLOCK_PUT(LANE, WIDTH, i) SG_BLOCK_AT(LANE, WIDTH, i) = SG_AT(sg_v, i)
#define SG_BLOCK_4(L, W, i)                                                                                  \
    SG_BLOCK_AT(L, W, i), SG_BLOCK_AT(L, W, i + 1), SG_BLOCK_AT(L, W, i + 2), SG_BLOCK_AT(L, W, i + 3)
#define SG_BLOCKS_OF(T, S, NAME, FN, L, W)                                                                   \
    FN T NAME##_read##S(const __global T *sg_p) {                                                            \
        return SG_BLOCK_AT(L, W, 0);                                                                         \
    }                                                                                                        \
    FN T##2 NAME##_read##S##2(const __global T *sg_p) {                                                      \
        return (T##2)(SG_BLOCK_AT(L, W, 0), SG_BLOCK_AT(L, W, 1));                                           \
    }                                                                                                        \
    FN T##4 NAME##_read##S##4(const __global T *sg_p) {                                                      \
        return (T##4)(SG_BLOCK_4(L, W, 0));                                                                  \
    }                                                                                                        \
    FN T##8 NAME##_read##S##8(const __global T *sg_p) {                                                      \
        return (T##8)(SG_BLOCK_4(L, W, 0), SG_BLOCK_4(L, W, 4));                                             \
    }                                                                                                        \
    FN void NAME##_write##S(__global T *sg_p, T sg_v) {                                                      \
        SG_BLOCK_AT(L, W, 0) = sg_v;                                                                         \
    }                                                                                                        \
    FN void NAME##_write##S##2(__global T * sg_p, T##2 sg_v) {                                               \
        SG_BLOCK_PUT(L, W, 0), SG_BLOCK_PUT(L, W, 1);                                                        \
    }                                                                                                        \
    FN void NAME##_write##S##4(__global T * sg_p, T##4 sg_v) {                                               \
        SG_BLOCK_PUT(L, W, 0), SG_BLOCK_PUT(L, W, 1);                                                        \
        SG_BLOCK_PUT(L, W, 2), SG_BLOCK_PUT(L, W, 3);                                                        \
    }                                                                                                        \
    FN void NAME##_write##S##8(__global T * sg_p, T##8 sg_v) {                                               \
        SG_BLOCK_PUT(L, W, 0), SG_BLOCK_PUT(L, W, 1);                                                        \
        SG_BLOCK_PUT(L, W, 2), SG_BLOCK_PUT(L, W, 3);                                                        \
        SG_BLOCK_PUT(L, W, 4), SG_BLOCK_PUT(L, W, 5);                                                        \
        SG_BLOCK_PUT(L, W, 6), SG_BLOCK_PUT(L, W, 7);                                                        \
    }
#define SG_BLOCKS(NAME, FN, L, W)                                                                            \
    SG_BLOCKS_OF(uint, , NAME, FN, L, W)                                                                     \
    SG_BLOCKS_OF(uint, _ui, NAME, FN, L, W)                                                                  \
    SG_BLOCKS_OF(ushort, _us, NAME, FN, L, W)                                                                \
    SG_BLOCKS_OF(ulong, _ul, NAME, FN, L, W)                                                                 \
    SG_BLOCKS_OF(uchar, _uc, NAME, FN, L, W)
SG_BLOCKS(sg_std_block, SG_FN, sg_std_lane(), SG_WIDTH)
#if SG_BACKEND == SG_LOCAL
#define intel_reqd_sub_group_size(n)
#endif
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
#endif
#define SG_KERNEL __kernel __attribute__((reqd_work_group_size(SG_GROUP_SIZE, 1, 1))) SG_REQUIRED_WIDTH
#endif
