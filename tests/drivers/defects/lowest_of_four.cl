/* title: the lowest set bit of four words by clz, masked, ends the compiler: "Instruction Combining did not reach a fixpoint"
 * remedy: masks of 128 lanes count the bits below the lowest one
 * local: 128
 */
__kernel __attribute__((reqd_work_group_size(128, 1, 1))) void defect(__global uint2 *out) {
    __local uint words[4];
    if (get_local_id(0) < 4u) words[get_local_id(0)] = get_local_id(0) / 2u;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint4 m = (uint4)(words[0], words[1], words[2], words[3]);
    const uint word = m.x != 0u ? m.x : m.y != 0u ? m.y : m.z != 0u ? m.z : m.w;
    const uint base = m.x != 0u ? 0u : m.y != 0u ? 32u : m.z != 0u ? 64u : 96u;
    const uint lowest = word == 0u ? 128u : base + 31u - clz(word & (~word + 1u));
    out[get_global_id(0)] = (uint2)(64u, lowest & 127u);
}
