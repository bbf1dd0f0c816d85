/* title: a ballot in a branch never ends
 * remedy: the layer's operations are called by all lanes; promises has a time limit
 * local: 8
 * needs: cl_khr_subgroup_ballot
 */
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void defect(__global uint2 *out) {
    const uint lane = get_sub_group_local_id(), half_size = get_sub_group_size() / 2u, at = (uint)get_global_id(0);
    out[at] = (uint2)(0, 0);
    if (lane < half_size) out[at] = (uint2)((1u << half_size) - 1u, sub_group_ballot(1).x);
}
