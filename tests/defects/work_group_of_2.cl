/* title: a work-group of 2 work-items with barriers in a loop ends the process
 * remedy: run verifies and times native widths alone; verify records the row as an error and goes on
 * local: 2
 */
__kernel __attribute__((reqd_work_group_size(2, 1, 1))) void defect(__global uint2 *out) {
    __local uint words[2];
    uint sum = 0u;
    for (uint i = 0; i < (uint)get_global_size(0); i++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        words[get_local_id(0)] = i;
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += words[get_local_id(0) ^ 1u];
    }
    const uint n = (uint)get_global_size(0);
    out[get_global_id(0)] = (uint2)(n * (n - 1u) / 2u, sum);
}
