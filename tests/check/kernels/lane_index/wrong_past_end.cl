// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: lane index 5
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = sub_group_shuffle(x[i], get_sub_group_local_id() + 1);
}
