// check: --arg y=zeros:u32[4] --arg least=local:4 --width 8
// expect: never written 4
kernel void k(global uint *y, local uint *least) {
    atomic_min(&least[0], 100 + (uint)get_local_id(0));
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) y[get_group_id(0)] = least[0];
}
