/* What differs from lane to lane where hardware might want one value: the lane that is read, by operations that promise that it
   is the same on all too, a pointer, the memory behind it. This compiler makes no loop of any.
   gen: waterfalls==0 loops==0 cross_lane==4 atomics>0 */
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
