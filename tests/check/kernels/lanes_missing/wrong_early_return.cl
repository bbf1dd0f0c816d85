// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: lanes missing 6
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    if (get_sub_group_local_id() == get_sub_group_size() - 1 && get_sub_group_size() > 1) return;
    y[i] = sub_group_scan_inclusive_add(x[i]);
}
