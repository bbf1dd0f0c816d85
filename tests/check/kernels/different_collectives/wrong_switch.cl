// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: different collectives 7
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    uint v = 0;
    switch (get_sub_group_local_id() & 1) {
    case 0: v = sub_group_broadcast(x[i], 0); break;
    default: v = sub_group_scan_exclusive_add(x[i]);
    }
    y[i] = v;
}
