// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: race 7
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    y[i] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = x[i] + y[i ^ 1];
}
