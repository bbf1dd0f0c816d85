// check: --arg y=zeros:u32[256] --arg counts=local:64 --width 8
// expect: never written 4
kernel void k(global uint *y, local uint *counts) {
    atomic_inc(&counts[get_local_id(0) % 16]);
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = counts[get_local_id(0) % 16];
}
