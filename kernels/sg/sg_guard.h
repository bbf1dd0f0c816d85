/* crosslane sub-group layer: whether a kernel really runs with the sub-groups that it was built for.
 * SPDX-License-Identifier: MIT
 *
 * SG_GUARD=1 adds a parameter, the last one, `__global uint *` of 2 words. The host sets both to 0
 * before the launch. Every sub-group looks at the start of the kernel, and writes only if something is wrong:
 *   [0] how many lanes a sub-group had in place of SG_WIDTH
 *   [1] how many work-items a work-group had in place of SG_GROUP_SIZE
 * Both are still 0 after the launch: all is well. Otherwise no result of it can be used. It costs one count
 * of lanes per kernel, and a comparison where sub-groups are emulated.
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
#else
#define SG_PARAM_GUARD_
#define SG_GUARD_(sg)
#endif
