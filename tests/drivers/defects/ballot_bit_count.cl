/* title: sub_group_ballot_bit_count is advertised and does not link
 * remedy: the probe sees that it does not build; bits are counted by popcount of the ballot
 * local: 16
 * needs: cl_khr_subgroup_ballot
 */
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
__attribute__((intel_reqd_sub_group_size(8))) __kernel void defect(__global uint2 *out) {
    const uint4 odd = sub_group_ballot(get_sub_group_local_id() & 1u);
    out[get_global_id(0)] = (uint2)(get_sub_group_size() / 2u, sub_group_ballot_bit_count(odd));
}
