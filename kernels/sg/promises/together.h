/* Raw operations of the lanes that run a statement together. They return the lanes' mask as a ulong
 * (sub-groups of up to 64 lanes), the elected lane, their number by a non-uniform sum, and a shuffle. Unlike
 * the layer's operations these may be in a branch: that is measured.
 * SPDX-License-Identifier: MIT
 */
#include "sg/sg.h"

#if SG_BACKEND == SG_NVIDIA
static inline ulong together(void) {
    uint mask;
    __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
static inline uint shuffle_here(uint value, uint lane) {
    uint result;
    __asm__ volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, %3;"
                     : "=r"(result)
                     : "r"(value), "r"(lane), "r"((uint)together()));
    return result;
}
#elif SG_BACKEND == SG_AMD
#define together() ((ulong)__builtin_amdgcn_read_exec())
#define shuffle_here(value, lane) ((uint)__builtin_amdgcn_ds_bpermute((int)((lane)*4u), (int)(value)))
#else
#define together() as_ulong(sub_group_ballot(1).xy)
#if SG_BACKEND == SG_INTEL
#define shuffle_here(value, lane) intel_sub_group_shuffle(value, lane)
#else
#define shuffle_here(value, lane) sub_group_shuffle(value, lane)
#endif
#endif

/* 2: the compiler has no elect. */
#if defined(cl_khr_subgroup_non_uniform_vote) && SG_BACKEND != SG_NVIDIA && SG_BACKEND != SG_AMD
#define elects_this() ((uint)(sub_group_elect() != 0))
#else
#define elects_this() 2u
#endif
/* 0: it has no non-uniform sum. */
#if defined(cl_khr_subgroup_non_uniform_arithmetic) && SG_BACKEND != SG_NVIDIA && SG_BACKEND != SG_AMD
#define count_here() sub_group_non_uniform_reduce_add(1u)
#else
#define count_here() 0u
#endif
