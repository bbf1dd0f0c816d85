/* title: conditions chained by && and || before a barrier end the compiler: "Instruction Combining did not reach a fixpoint"
 * remedy: the conditions are joined by & and |
 * local: 64
 */
__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void defect(__global uint2 *out) {
    const size_t i = get_global_id(0);
    const int there = i < 100u * (uint)get_global_size(1);
    uint last = 0;
    if (get_local_id(0) == 1 && there && i > 0) last = out[i - 1].x;
    const int head = there && (i == 0 || last != 7u);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (head) out[i] = (uint2)(1u, 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!head) out[i] = (uint2)(0u, 0u);
}
