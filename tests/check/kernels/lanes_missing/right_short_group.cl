// check: --arg x=random:u32[400] --arg y=zeros:u32[400] --local 100
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = sub_group_reduce_max(x[i]);
}
