/* crosslane sub-group layer, backend intel: the standard functions, with the width asked for.
 * SPDX-License-Identifier: MIT
 *
 * For every compiler that takes intel_reqd_sub_group_size, whoever made it. A width that the device lacks is
 * a build error on some and ignored on others, defect D25 (docs/defects.md), so it is measured all the same.
 */
#define SG_REQUIRED_WIDTH __attribute__((intel_reqd_sub_group_size(SG_WIDTH)))

/* Before the standard shuffles there were the vendor's, which mean the same. */
#if !defined(cl_khr_subgroup_shuffle) && defined(cl_intel_subgroups)
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#define SG_N_SHUFFLE(v, i) intel_sub_group_shuffle(v, (i) & (SG_WIDTH - 1u))
#define SG_N_SHUFFLE_XOR(v, m) intel_sub_group_shuffle_xor(v, m)
#if !SG_PROBED
#define SG_NATIVE_SHUFFLE_UINT 1
#define SG_NATIVE_SHUFFLE_XOR_UINT 1
#endif
#endif

/* SG_GRAPHICS=1, which the host gives for graphics: their compilers make up to 638 instructions of what 20 do
 * (a minimum of 64 bits over 32 lanes). The processors' compiler has forms of its own for 64 bits, twice as
 * fast as two of 32. Without a host, graphics are known by an extension for video. */
#ifndef SG_GRAPHICS
#ifdef cl_intel_planar_yuv
#define SG_GRAPHICS 1
#else
#define SG_GRAPHICS 0
#endif
#endif
#if SG_GRAPHICS
#if defined(cl_khr_subgroup_ballot)
/* Three instructions for seven. */
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
