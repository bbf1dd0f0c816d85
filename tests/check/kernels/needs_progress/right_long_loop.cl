// check: --arg x=zeros:u32[65536] --arg y=zeros:u32[128] --groups 2 --local 64 --width 8
// expect: none
kernel void k(global const uint *x, global uint *y) {
    uint sum = 0;
    for (uint turn = 0; turn < 6; ++turn)
        for (uint i = 0; i < 65536; ++i) sum += x[i];
    y[get_global_id(0)] = sum;
}
