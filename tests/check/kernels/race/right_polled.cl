// check: --arg x=zeros:u32[32] --arg y=zeros:u32[64] --groups 4 --local 1 --width 1
// expect: none
kernel void k(global const uint *x, volatile global uint *y) {
    uint t = atomic_add(&y[32], 1u);
    if (t > 0)
        while (y[t - 1] == 0) {}
    atomic_xchg(&y[t], 1u);
}
