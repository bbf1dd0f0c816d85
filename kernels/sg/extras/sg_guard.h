/* Checks that a kernel runs with the sub-groups that it was built for.
 * SPDX-License-Identifier: MIT
 *
 * SG_GUARD=1 adds a last parameter, `__global uint *` with 2 words that the host clears before the launch.
 * Every sub-group checks once, at the start of the kernel, and writes only an error:
 *   [0] the number of lanes of a sub-group, if not SG_WIDTH;
 *   [1] the number of work-items of a work-group, if not SG_GROUP_SIZE.
 * If a word is not 0 after the launch, the results are invalid.
 *
 * SG_GUARD=2 takes 3 words, and shuffles and broadcasts check their index:
 *   [2] kind << 29 | line << 16 | index, for an invalid index.
 * Lines saturate at 8191, indices at 65535. Kinds: 1 sg_shuffle, 2 sg_broadcast, 3 sg_shuffle_xor (its m), 4
 * an sg_broadcast index that differs between lanes. The largest word is kept.
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
/* From here on macros check a kernel's calls; the layer's own are unchecked. */
#define sg_shuffle(sg, v, i) sg_shuffle(sg, v, sg_checked(sg, 1, __LINE__, i))
#define sg_shuffle_xor(sg, v, m) sg_shuffle_xor(sg, v, sg_checked(sg, 3, __LINE__, m))
#define sg_broadcast(sg, v, i) sg_broadcast(sg, v, sg_checked_same(sg, __LINE__, i))
#endif
#else
#define SG_PARAM_GUARD_
#define SG_GUARD_(sg)
#endif
