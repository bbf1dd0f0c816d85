/* title: sub_group_broadcast_first is advertised and does not link
 * remedy: the probe sees that it does not build; derived from ballot and shuffle
 * local: 16
 * needs: cl_khr_subgroup_ballot
 */
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__attribute__((intel_reqd_sub_group_size(8))) __kernel void defect(__global uint2 *out) {
    const uint first = sub_group_broadcast_first(get_sub_group_local_id() + 7u);
    out[get_global_id(0)] = (uint2)(7u, first);
}
