// check: --arg x=iota:u64[64] --arg y=zeros:u64[64] --local 64 --groups 1 --width 8
// expect: division by zero 5
kernel void remainder_of(global const ulong *x, global ulong *y) {
    size_t i = get_global_id(0);
    y[i] = i % x[i];
}
