// check: --arg x=random:u32[256] --arg y=zeros:u32[256] --arg t=local:256
// expect: never written 5
kernel void k(global const uint *x, global uint *y, local uint *t) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = x[i] + t[l];
}
