// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: different collectives 6
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint v;
    if (get_sub_group_local_id() < 2) v = sub_group_reduce_add(x[i]);
    else v = sub_group_reduce_add(x[i] + 1);
    y[i] = v;
}
