/* Reads a lane with an instruction that takes one lane number, although the numbers differ. It uses the first lane's
   number, without a loop: wrong, but no waterfall.
   gfx: waterfalls==0 loops==0 cross_lane==2 */
__kernel void one_lane_read(__global int *x) {
    const size_t i = get_global_id(0);
    x[i] = __builtin_amdgcn_readlane(x[i + 64], x[i] & 31);
}
