/* Operands that differ between lanes where hardware may want one value: the lane to read, a pointer, an address. For
   rkl, adl-s, adl-p and dg1 this compiler loops over the upper halves of the addresses.
   gen: waterfalls==0@tgllp loops==0@tgllp cross_lane==4@tgllp waterfalls==0@dg2 loops==0@dg2 cross_lane==4@dg2 atomics>0
   gen: waterfalls==1@adl-s loops==1@adl-s cross_lane==5@adl-s waterfalls==1@rkl waterfalls==1@adl-p waterfalls==1@dg1 waterfalls==0@adl-n */
#ifndef __AMDGCN__
#ifndef __NVPTX__
__attribute__((intel_reqd_sub_group_size(8))) __kernel void differing(__global int *x, __global long *far, __global int *y, __local int *own) {
    const size_t i = get_global_id(0);
    const int lane = x[i + 64] & 7;
    x[i] = sub_group_broadcast(x[i], lane) + sub_group_non_uniform_broadcast(x[i + 128], lane);
    far[i] = sub_group_shuffle(far[i], lane);
    __global int *chosen = x[i + 192] & 1 ? x + 256 : y;
    atomic_add(chosen + lane, 3);
    int *memory = x[i + 320] & 1 ? (int *)own : (int *)y;
    memory[lane] = 7;
}
#endif
#endif
