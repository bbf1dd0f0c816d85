/* Which lanes of the sub-group run this statement together, as a ulong (sub-groups of up to 64 lanes). Unlike
 * the operations of the layer it may stand in a branch: that is what is measured. SPDX-License-Identifier:
 * MIT
 */
#include "sg/sg.h"

#if SG_BACKEND == SG_NVIDIA
static inline ulong together(void) {
    uint mask;
    __asm__ volatile("activemask.b32 %0;" : "=r"(mask));
    return mask;
}
#elif SG_BACKEND == SG_AMD
#define together() ((ulong)__builtin_amdgcn_read_exec())
#else
static inline ulong together(void) {
    const uint4 words = sub_group_ballot(1);
    return (ulong)words.y << 32 | words.x;
}
#endif
