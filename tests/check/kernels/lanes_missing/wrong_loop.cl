// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: lanes missing 7
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint v = 0;
    for (uint n = 0; n < get_sub_group_local_id() + 1; ++n)
        v += sub_group_broadcast(x[i], 0);
    y[i] = v;
}
