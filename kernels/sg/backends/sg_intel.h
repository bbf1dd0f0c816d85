/* Backend intel: the standard functions with a requested width.
 * SPDX-License-Identifier: MIT
 *
 * For every compiler that accepts intel_reqd_sub_group_size, from any vendor. A missing width is a build
 * error on some devices and ignored on others (defect D25), so it is also measured.
 */
#define SG_REQUIRED_WIDTH __attribute__((intel_reqd_sub_group_size(SG_WIDTH)))

/* The vendor's shuffles are older than the standard ones and mean the same. */
#if !defined(cl_khr_subgroup_shuffle) && defined(cl_intel_subgroups)
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#define SG_N_SHUFFLE(v, i) intel_sub_group_shuffle(v, (i) & (SG_WIDTH - 1u))
#define SG_N_SHUFFLE_XOR(v, m) intel_sub_group_shuffle_xor(v, m)
#if !SG_PROBED
#define SG_NATIVE_SHUFFLE_UINT 1
#define SG_NATIVE_SHUFFLE_XOR_UINT 1
#endif
#endif

/* The host sets SG_GRAPHICS=1 for GPUs, whose compilers make up to 638 instructions of a 64-bit minimum where
 * 20 suffice. The CPU compiler's 64-bit forms are twice as fast as two of 32 bits. Without a host, an
 * extension for video identifies a GPU. */
#ifndef SG_GRAPHICS
#ifdef cl_intel_planar_yuv
#define SG_GRAPHICS 1
#else
#define SG_GRAPHICS 0
#endif
#endif
#if SG_GRAPHICS
#if defined(cl_khr_subgroup_ballot)
/* Three instructions instead of seven. */
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

#include "sg/backends/sg_khr.h"
