// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    int v;
    if (get_sub_group_local_id() % 2 == 0) v = sub_group_non_uniform_any(x[i] >= 0);
    else v = sub_group_non_uniform_all(x[i] >= 0);
    y[i] = v;
}
