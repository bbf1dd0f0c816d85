/* Three shuffles by standard names, in a helper and in a macro: the target's own, or the layer's. It needs OpenCL C 2.0,
   and has macros with names of vectors' parts.
   gfx: cross_lane==3 waterfalls==0
   gen: cross_lane==3 waterfalls==0
   nv: cross_lane==3 waterfalls==0 barriers==0
   cpu: cross_lane==0 barriers==6 */
#define lo v
#define hi lane
#define TAKE(v, lane) sub_group_shuffle(v, lane)
uint twice(uint v, uint lane) {
    const uint once = TAKE(v, lane) ^ 1;
    return sub_group_shuffle(once, once & 7) ^ 2;
}
__kernel void standard_names(__global uint *x) {
    const size_t i = get_global_id(0) + get_local_linear_id();
    const uint v = twice(x[i + 1], x[i] & 7);
    x[i] = TAKE(v, v & 7);
}
