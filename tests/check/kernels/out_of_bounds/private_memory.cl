// check: --arg x=zeros:u32[64] --local 64 --groups 1 --width 8
// expect: out of bounds 3
kernel void large(global uint *x) {
    uint room[100000];
    for (int i = 0; i < 100000; ++i) room[i] = i;
    x[get_global_id(0)] = room[get_global_id(0)];
}
