// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: depends on the width 0
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = (get_sub_group_local_id() & 31) == get_sub_group_local_id();
}
