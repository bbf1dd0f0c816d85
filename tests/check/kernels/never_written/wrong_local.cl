// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: never written 8
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    local uint t[64];
    if (l > 0) t[l] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[63 - l];
}
