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
#ifdef SG_H_INCLUDED
#include "sg/extras/sg_again.h"
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
/* Two planted faults for the verifiers: a wrong width in the record, a product that starts at 0. */
#ifndef SG_PLANT_WRONG_WIDTH
#define SG_PLANT_WRONG_WIDTH 0
#endif
#ifndef SG_PLANT_WRONG_IDENTITY
#define SG_PLANT_WRONG_IDENTITY 0
#endif

#include "sg/backends/sg_select.h"

#if SG_WIDTH < 1 || SG_WIDTH > 128 || (SG_WIDTH & (SG_WIDTH - 1)) != 0
#error "SG_WIDTH must be a power of two from 1 to 128"
#endif
#ifndef SG_GROUP_SIZE
#define SG_GROUP_SIZE SG_WIDTH
#endif
#if SG_GROUP_SIZE < SG_WIDTH || SG_GROUP_SIZE % SG_WIDTH != 0
#error "SG_GROUP_SIZE must be a multiple of SG_WIDTH"
#endif

#include "sg/backends/sg_built.h"

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

/* Component n of a vector, by number: a name like s0 or x may be a macro of the program's. Only clang knows
 * components by number. */
#if defined(__clang__)
#define SG_AT(v, n) (v)[n]
#elif defined(s0) || defined(s1) || defined(s2) || defined(s3)
#error "with this compiler no macro may be called s0, s1, s2 or s3: they are names of vectors' components"
#else
#define SG_AT(v, n) (v).s##n
#endif

/* 1 if overloads can depend on a constant argument (sg_elect). */
#ifdef __has_attribute
#define SG_HAS_ENABLE_IF __has_attribute(__enable_if__)
#else
#define SG_HAS_ENABLE_IF 0
#endif

/* Every function of the layer is static, so that unused ones cost only parsing. Parameters, variables and
 * members have the prefix too: a kernel may have macros called v, lane, min, x or sg before its include
 * (tests/library/header/names.h). */
#define SG_FN static inline __attribute__((__overloadable__, __always_inline__))

#if SG_BACKEND == SG_KHR
#include "sg/backends/sg_khr.h"
#elif SG_BACKEND == SG_INTEL
#include "sg/backends/sg_intel.h"
#elif SG_BACKEND == SG_AMD
#include "sg/backends/sg_amd.h"
#elif SG_BACKEND == SG_NVIDIA
#include "sg/backends/sg_nvidia.h"
#elif SG_BACKEND == SG_LOCAL
#define SG_REQUIRED_WIDTH
#else
#error "SG_BACKEND must be SG_KHR, SG_INTEL, SG_AMD, SG_NVIDIA or SG_LOCAL"
#endif
#include "sg/backends/sg_none.h"
#ifndef SG_FEW_BALLOTS
#define SG_FEW_BALLOTS
#endif
#ifndef SG_SHUFFLE_WRAPS
#define SG_SHUFFLE_WRAPS 0
#endif
#ifndef SG_SHUFFLE_KEEPS
#define SG_SHUFFLE_KEEPS 0
#endif

/* Without a shuffle, local memory carries the values. */
#if SG_BACKEND == SG_LOCAL || !SG_NATIVE_SHUFFLE_UINT
#define SG_USES_LOCAL 1
#else
#define SG_USES_LOCAL 0
#endif

#include "sg/operations/sg_types.h"
#include "sg/operations/sg_ids.h"
#include "sg/operations/sg_mask.h"
#if SG_USES_LOCAL
#include "sg/backends/sg_local.h"
#else
#include "sg/operations/sg_word.h"
#endif
#include "sg/operations/sg_generic.h"
#include "sg/operations/sg_halves.h"
#include "sg/operations/sg_arith.h"
#if SG_SEGMENTS
#include "sg/operations/sg_segment.h"
#endif
#include "sg/operations/sg_group.h"
#include "sg/extras/sg_refused.h"
#include "sg/extras/sg_trace.h"
#if SG_STANDARD_NAMES
#include "sg/extras/sg_standard.h"
#endif

/* Before `void`: the work-group size, and the sub-group size if the backend can request one. */
#define SG_KERNEL __kernel __attribute__((reqd_work_group_size(SG_GROUP_SIZE, 1, 1))) SG_REQUIRED_WIDTH

#endif
