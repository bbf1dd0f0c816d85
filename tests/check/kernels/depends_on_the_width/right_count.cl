// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = get_num_sub_groups() == (get_local_size(0) + get_sub_group_size() - 1) / get_max_sub_group_size();
}
