// check: --arg y=zeros:u32[4] --arg sum=local:4 --width 8
// expect: none
kernel void k(global uint *y, local uint *sum) {
    if (get_local_id(0) == 0) atomic_xchg(&sum[0], 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&sum[0]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) y[get_group_id(0)] = sum[0];
}
