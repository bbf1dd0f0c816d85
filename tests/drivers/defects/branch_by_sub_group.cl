/* title: if and else by the sub-group's number with a collective in each arm ends the process or hangs
 * remedy: kernels whose flow differs between sub-groups run one sub-group per work-group
 * local: 16
 * needs: cl_khr_subgroups
 */
__attribute__((intel_reqd_sub_group_size(8))) __kernel void defect(__global uint2 *out) {
    uint got;
    if (get_sub_group_id() == 0u)
        got = sub_group_reduce_add(1u);
    else
        got = sub_group_reduce_max(get_sub_group_local_id());
    out[get_global_id(0)] = (uint2)(get_sub_group_id() == 0u ? 8u : 7u, got);
}
