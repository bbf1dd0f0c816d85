// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    atomic_max(&y[0], x[i]);
}
