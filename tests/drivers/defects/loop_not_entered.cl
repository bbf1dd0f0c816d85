/* title: a loop with a collective that is never entered loses the variables set before it
 * remedy: loops with collectives are do-while loops that run at least once, over nothing if need be
 * local: 16
 * needs: cl_khr_subgroups
 */
__attribute__((intel_reqd_sub_group_size(8))) __kernel void defect(__global uint2 *out) {
    uint sum = 5u;
    const uint n = (uint)get_global_size(1) - 1u; /* 0, which the compiler cannot know */
    for (uint i = 0; i < n; i++) sum += sub_group_reduce_add(i + get_sub_group_local_id());
    out[get_global_id(0)] = (uint2)(5u, sum);
}
