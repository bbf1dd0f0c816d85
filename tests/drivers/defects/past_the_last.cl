/* title: a sub-group past the last row writes, although the condition names the row first and then the lane
 * remedy: rows past the end get a lane number that no condition accepts
 * local: 64
 * needs: cl_khr_subgroups
 */
__attribute__((intel_reqd_sub_group_size(32))) __kernel __attribute__((reqd_work_group_size(64, 1, 1))) void defect(
    __global uint2 *out) {
    const uint lane = get_sub_group_local_id(), rows = 3u * (uint)get_global_size(1), n = 40u * (uint)get_global_size(1);
    const uint lanes = popcount(sub_group_ballot(1).x);
    if (get_global_id(0) == get_global_offset(0)) out[5] = (uint2)(32u, lanes);
    const uint own = (uint)get_group_id(0) * 2u + get_sub_group_id(), row = min(own, rows - 1u);
    const bool clear = own >= rows;
    out[get_global_id(0)] = (uint2)(0u, 0u);
    uint kept = 0;
    for (uint first = 0; first < n; first += 32u) {
        const uint j = first + lane;
        const bool keeps = j < n && !clear;
        const uint mask = sub_group_ballot(keeps).x;
        if (own < rows && lane < 1 && first / 32u < n) out[32u * row + 1u] = (uint2)(1u, 1u);
        kept += popcount(mask);
    }
    if (own < rows && lane == 0) out[32u * row] = (uint2)(40u, kept);
}
