/* crosslane sub-group layer: whether a kernel really runs with the sub-groups that it was built for.
 * SPDX-License-Identifier: MIT
 *
 * SG_GUARD=1 adds a parameter, the last one, `__global uint *` of 2 words. The host sets both to 0
 * before the launch. Every sub-group looks at the start of the kernel, and writes only if something is wrong:
 *   [0] how many lanes a sub-group had in place of SG_WIDTH
 *   [1] how many work-items a work-group had in place of SG_GROUP_SIZE
 * If both are still 0 after the launch, all is well; if not, no result of the launch can be used. It costs
 * one count of lanes per kernel, and a comparison where sub-groups are emulated.
 *
 * SG_GUARD=2 takes 3 words. Shuffles and broadcasts then look at their index, where the kernel calls them:
 *   [2] what << 29 | line << 16 | index, of an index that is no lane
 * A line above 8191 is given as 8191, an index above 65535 as 65535. What: 1 sg_shuffle, 2 sg_broadcast,
 * 3 sg_shuffle_xor, whose index is the m; 4 an index of sg_broadcast that is not the same on every lane. Of
 * several such words the largest is kept. It costs most where sub-groups are emulated.
 */
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
/* From here on these macros check a kernel's calls. The layer's own calls stand above, unchecked. */
#define sg_shuffle(sg, v, i) sg_shuffle(sg, v, sg_checked(sg, 1, __LINE__, i))
#define sg_shuffle_xor(sg, v, m) sg_shuffle_xor(sg, v, sg_checked(sg, 3, __LINE__, m))
#define sg_broadcast(sg, v, i) sg_broadcast(sg, v, sg_checked_same(sg, __LINE__, i))
#endif
#else
#define SG_PARAM_GUARD_
#define SG_GUARD_(sg)
#endif
