// check: --arg x=random:u32[256] --arg y=zeros:u32[256]
// expect: depends on the schedule 0
kernel void k(global const uint *x, global uint *y) {
    uint i = get_global_id(0), l = get_local_id(0);
    atomic_add(&y[0], 1u);
    if (i > 0) y[i] = atomic_add(&y[0], 0u) > 128 ? 1000 + i : 5;
}
