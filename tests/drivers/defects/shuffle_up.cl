/* title: intel_sub_group_shuffle_up is declared and does not link
 * remedy: the probe sees that it does not build; derived from the plain shuffle
 * local: 16
 * needs: cl_intel_subgroups
 */
__attribute__((intel_reqd_sub_group_size(8))) __kernel void defect(__global uint2 *out) {
    const uint lane = get_sub_group_local_id(), width = get_sub_group_size();
    const uint got = intel_sub_group_shuffle_up(lane + 100u, lane + 200u, 1u);
    out[get_global_id(0)] = (uint2)(lane > 0u ? lane + 199u : 99u + width, got);
}
