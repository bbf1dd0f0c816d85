// check: --arg x=random:u32[256] --arg y=zeros:u32[256] --option -cl-std=CL3.0
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = work_group_reduce_add(sub_group_any(x[i] > 0) ? 1u : 0u);
}
