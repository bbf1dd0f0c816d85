/* The default backend.
 * SPDX-License-Identifier: MIT
 *
 * Compiler macros choose only a backend with a certain width: NVIDIA (32), AMD (known to the compiler), and
 * compilers with the required-size attribute. Otherwise the default is emulation; set SG_BACKEND=SG_KHR only
 * after the width has been measured.
 */
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
