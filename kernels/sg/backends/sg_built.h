/* The width, backend and work-group size of the first include.
 * SPDX-License-Identifier: MIT
 *
 * A macro's text may change its value before a later include. So the values are literals, and macros that are
 * defined or not, for sg_again.h to compare.
 */
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
/* Sub-groups of a work-group, bit by bit. */
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
