// check: --arg x=random:u32[256] --arg y=zeros:u32[256] --width 1,8,16,32,64
// expect: depends on the width 0
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = get_num_sub_groups() == get_local_size(0) / 64 && l == 0 ? 1 : 0;
}
