// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint v = sub_group_shuffle_up(x[i], 1);
    y[i] = (get_sub_group_local_id() == 0 ? x[i] : v) > 0;
}
