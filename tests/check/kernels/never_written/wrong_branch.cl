// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: never written 8
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    local uint t;
    if (l == 0 && get_group_id(0) > 0) t = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t > x[i]) y[i] = 1;
}
