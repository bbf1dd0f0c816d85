/* title: a required sub-group size below 4 ends the process
 * remedy: a width below 4 is never asked for natively; it is emulated
 * local: 16
 * needs: cl_khr_subgroups
 */
__attribute__((intel_reqd_sub_group_size(2))) __kernel void defect(__global uint2 *out) {
    const uint sum = sub_group_reduce_add(get_sub_group_local_id());
    out[get_global_id(0)] = (uint2)(1u, sum);
}
