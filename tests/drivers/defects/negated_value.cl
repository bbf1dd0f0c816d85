/* title: a float negated before a barrier and used between two later ones is wrong, or the compiler ends itself
 * remedy: floats that live across barriers are not negated, nor subtracted products that the compiler may fuse
 * local: 8
 */
__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void defect(__global uint2 *out) {
    __local float all[8];
    const float id = (float)get_local_id(0), less = -id;
    barrier(CLK_LOCAL_MEM_FENCE);
    all[get_local_id(0)] = less;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = (uint2)(get_local_id(0), (uint)(0.0f - all[get_local_id(0)]));
}
