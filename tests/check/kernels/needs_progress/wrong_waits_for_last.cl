// check: --arg x=zeros:u32[32] --arg y=zeros:u32[64] --groups 16 --local 1 --width 1
// expect: needs progress 6
kernel void k(global const uint *x, global uint *y) {
    uint g = get_group_id(0), n = get_num_groups(0);
    if (g == n - 1) atomic_xchg(&y[0], 1u);
    while (atomic_add(&y[0], 0u) == 0) {}
}
