/* title: a loop of 2 or 3 steps after a barrier, in a work-group of 1 or 2, leaves the kernel empty and ends the process
 * remedy: the layer's loops over lanes are unrolled at widths below 4
 * local: 2
 */
__kernel __attribute__((reqd_work_group_size(2, 1, 1))) void defect(__global uint2 *out) {
    __local uint words[2];
    words[get_local_id(0)] = 1u;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint word = 0u;
    for (uint i = 0u; i < 2u; ++i) word |= words[i];
    out[get_global_id(0)] = (uint2)(1u, word);
}
