/* Two barriers in sequence.
   all: barriers==2 waterfalls==0 atomics==0 */
__kernel void barriers(__global int *x, __local int *own) {
    const uint me = get_local_id(0);
    own[me] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int other = own[me ^ 1];
    barrier(CLK_LOCAL_MEM_FENCE);
    own[me ^ 3] = other;
    x[get_global_id(0)] = own[me] + other;
}
