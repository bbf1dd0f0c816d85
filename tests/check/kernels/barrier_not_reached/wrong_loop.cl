// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: barrier not reached by all 6
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    for (uint n = 0; n < 1 + l / 32; ++n)
        barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = x[i];
}
