// check: --arg x=random:u32[256] --arg y=zeros:u32[256] --width 8,16,32
// expect: lane index 7
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint v = 0;
    if (get_sub_group_local_id() > 0)
        v = sub_group_shuffle(x[i], 0);
    y[i] = v;
}
