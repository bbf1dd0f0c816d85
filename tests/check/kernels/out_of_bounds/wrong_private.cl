// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: out of bounds 6
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint p[4] = {1, 2, 3, 4};
    y[i] = p[x[i] % 4 + 4];
}
