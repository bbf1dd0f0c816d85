// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: lane index 5
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = sub_group_shuffle_up(x[i], 1);
}
