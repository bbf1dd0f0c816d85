/* Lane numbers and barriers.
 * SPDX-License-Identifier: MIT
 *
 * A backend defines SG_N_LANE(), SG_N_ID() and SG_N_BARRIER(fence), the sub-group's own barrier. Emulated, a
 * sub-group is SG_WIDTH consecutive work-items and shares the work-group's barrier.
 */
#if SG_STANDARD_NAMES /* work-groups of any dimensions: lanes are work-items in their linear order */
#define SG_ITEM_                                                                                             \
    (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0))
#else
#define SG_ITEM_ (uint) get_local_id(0)
#endif
#if SG_BACKEND == SG_LOCAL
#define SG_N_LANE() (SG_ITEM_ & (SG_WIDTH - 1u))
#define SG_N_ID() (SG_ITEM_ / SG_WIDTH)
#define SG_N_BARRIER(fence) barrier(fence)
#endif

SG_FN uint sg_lane(sg_t sg_ctx) {
    return SG_N_LANE();
}
SG_FN uint sg_width(sg_t sg_ctx) {
    return SG_WIDTH;
}
SG_FN uint sg_id(sg_t sg_ctx) {
    return SG_N_ID();
}
SG_FN uint sg_count(sg_t sg_ctx) {
    return SG_GROUP_SIZE / SG_WIDTH;
}
SG_FN void sg_barrier_local(sg_t sg_ctx) {
    SG_N_BARRIER(CLK_LOCAL_MEM_FENCE);
}
SG_FN void sg_barrier_global(sg_t sg_ctx) {
    SG_N_BARRIER(CLK_GLOBAL_MEM_FENCE);
}
/* Work-group barriers: only in work-group-uniform flow. */
SG_FN void sg_group_barrier_local(sg_t sg_ctx) {
    barrier(CLK_LOCAL_MEM_FENCE);
}
SG_FN void sg_group_barrier_global(sg_t sg_ctx) {
    barrier(CLK_GLOBAL_MEM_FENCE);
}
