// check: --arg x=zeros:u32[32] --arg y=zeros:u32[64] --groups 16 --local 1 --width 1
// expect: needs progress 6
kernel void k(global const uint *x, global uint *y) {
    uint g = get_group_id(0), n = get_num_groups(0);
    if (g > 0)
        while (atomic_add(&y[g - 1], 0u) == 0) {}
    atomic_xchg(&y[g], 1u);
}
