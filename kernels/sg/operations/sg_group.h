/* Votes, reductions and scans of a whole work-group.
 * SPDX-License-Identifier: MIT
 *
 * Call them in work-group-uniform flow. `parts` is local memory of the kernel: SG_GROUP_PARTS elements, one
 * per sub-group.
 *
 * A call has one work-group barrier, between the sub-groups' writes to parts and the reads. A barrier must
 * separate a call from the next write to the same parts, which others may still read. Use
 * sg_group_barrier_local, or alternate two arrays: each call's barrier protects the other.
 *
 * The forms for every type and operator need SG_GROUPS=1, because parsing them slows every build.
 */
#define SG_GROUP_PARTS (SG_GROUP_SIZE / SG_WIDTH)

/* Before a loop over all sub-groups, which compilers unroll completely: with 32 sub-groups, half of a scan's
 * code. */
#if SG_GROUP_PARTS > 8
#define SG_UNROLL_PARTS _Pragma("unroll 4")
#else
#define SG_UNROLL_PARTS
#endif

/* Defines T name(sg_t sg, T total, __local T *parts): combines the sub-groups' totals, of their lanes 0, in
 * order. Work-item 0 gets the result; on others it is unspecified. combine(a, b) is a function or a macro,
 * for any type allowed in local memory. */
#define SG_STAMP_GROUP_REDUCE(name, T, combine)                                                              \
    SG_FN T name(sg_t sg_ctx, T sg_total, __local T *sg_parts) {                                             \
        if (sg_lane(sg_ctx) == 0) sg_parts[sg_id(sg_ctx)] = sg_total;                                        \
        sg_group_barrier_local(sg_ctx);                                                                      \
        T sg_all = sg_parts[0];                                                                              \
        if (get_local_id(0) == 0) {                                                                          \
            SG_UNROLL_PARTS                                                                                  \
            for (uint sg_i = 1; sg_i < SG_GROUP_PARTS; ++sg_i) sg_all = combine(sg_all, sg_parts[sg_i]);     \
        }                                                                                                    \
        return sg_all;                                                                                       \
    }
/* Defines T name(sg_t sg, T total, T none, __local T *parts, T *all). Returns the combined totals of the
 * sub-groups before this one (`none` for the first) on every work-item, and sets *all to the total of all.
 * A sub-group's total is its last lane's, as an inclusive scan leaves it. */
#define SG_STAMP_GROUP_SCAN(name, T, combine)                                                                \
    SG_FN T name(sg_t sg_ctx, T sg_total, T sg_none, __local T *sg_parts, T *sg_all) {                       \
        T sg_before = sg_none, sg_sum = sg_none;                                                             \
        if (sg_lane(sg_ctx) == SG_WIDTH - 1u) sg_parts[sg_id(sg_ctx)] = sg_total;                            \
        sg_group_barrier_local(sg_ctx);                                                                      \
        SG_UNROLL_PARTS                                                                                      \
        for (uint sg_i = 0; sg_i < SG_GROUP_PARTS; ++sg_i) {                                                 \
            sg_before = sg_i == sg_id(sg_ctx) ? sg_sum : sg_before;                                          \
            sg_sum = combine(sg_sum, sg_parts[sg_i]);                                                        \
        }                                                                                                    \
        *sg_all = sg_sum;                                                                                    \
        return sg_before;                                                                                    \
    }

SG_FN int sg_group_any(sg_t sg_ctx, int sg_p, __local uint *sg_parts) {
    uint sg_found = (uint)sg_any(sg_ctx, sg_p);
    if (sg_lane(sg_ctx) == 0) sg_parts[sg_id(sg_ctx)] = sg_found;
    sg_group_barrier_local(sg_ctx);
    SG_UNROLL_PARTS
    for (uint sg_i = 0; sg_i < SG_GROUP_PARTS; ++sg_i) sg_found |= sg_parts[sg_i];
    return (int)sg_found;
}
SG_FN int sg_group_all(sg_t sg_ctx, int sg_p, __local uint *sg_parts) {
    return !sg_group_any(sg_ctx, sg_p == 0, sg_parts);
}

#if SG_GROUPS
#define SG_STAMP_GROUP(T, U, op, OP, N)                                                                      \
    SG_FN T sg_combine_##op(T sg_a, T sg_b) {                                                                \
        return SG_OP_##OP(T, U, sg_a, sg_b);                                                                 \
    }                                                                                                        \
    SG_STAMP_GROUP_REDUCE(sg_group_join_##op, T, sg_combine_##op)                                            \
    SG_STAMP_GROUP_SCAN(sg_group_before_##op, T, sg_combine_##op)                                            \
    SG_FN T sg_group_reduce_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts) {                                 \
        return sg_group_join_##op(sg_ctx, sg_reduce_##op(sg_ctx, sg_v), sg_parts);                           \
    }                                                                                                        \
    SG_FN T sg_group_scan_exclusive_total_##op(sg_t sg_ctx, T sg_v, __local T *sg_parts, T *sg_total) {      \
        const T sg_below = sg_scan_exclusive_##op(sg_ctx, sg_v);                                             \
        const T sg_own = SG_IN_##OP(T, sg_v);                                                                \
        const T sg_before = sg_group_before_##op(sg_ctx, sg_combine_##op(sg_below, sg_own),                  \
                                                 sg_identity_##op(T), sg_parts, sg_total);                   \
        return sg_combine_##op(sg_before, sg_below);                                                         \
    }
#define SG_STAMP_GROUPS(T, U, N) SG_OPERATORS(SG_STAMP_GROUP, T, U, 0)
#define SG_STAMP_BIT_GROUPS(T, U, N) SG_BIT_OPERATORS(SG_STAMP_GROUP, T, U, 0)
#define SG_STAMP_VECTOR_GROUPS(T, U, N) SG_STAMP_GROUP(T, U, add, ADD, 0)
SG_TYPES_SCALAR(SG_STAMP_GROUPS)
SG_TYPES_INTEGER(SG_STAMP_BIT_GROUPS)
SG_TYPES_VECTOR(SG_STAMP_VECTOR_GROUPS)
#endif
