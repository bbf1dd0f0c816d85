/* A required width that only one family has: emulated by two barriers elsewhere.
   gfx: cross_lane==0 barriers==2
   gen: cross_lane==1 barriers==0
   nv: cross_lane==0 barriers==2
   cpu: cross_lane==0 barriers==2 */
uint take(uint v, uint lane);
__attribute__((intel_reqd_sub_group_size(8), reqd_work_group_size(128, 1, 1)))
__kernel void standard_width(__global uint *x) {
    const size_t i = get_global_id(0);
    x[i] = take(x[i + 1], x[i] & 7);
}
uint take(uint v, uint lane) {
    return sub_group_shuffle(v, lane);
}
