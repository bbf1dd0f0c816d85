// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: race 7
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    local uint t[64];
    t[l] = x[i];
    y[i] = t[63 - l];
}
