/* title: intel_sub_group_shuffle_down returns wrong values
 * remedy: not taken (its sibling shuffle_up does not build there); derived from the plain shuffle
 * local: 16
 * needs: cl_intel_subgroups
 */
__attribute__((intel_reqd_sub_group_size(8))) __kernel void defect(__global uint2 *out) {
    const uint lane = get_sub_group_local_id(), width = get_sub_group_size();
    const uint got = intel_sub_group_shuffle_down(lane + 100u, lane + 200u, 1u);
    out[get_global_id(0)] = (uint2)(lane + 1u < width ? lane + 101u : lane + 201u - width, got);
}
