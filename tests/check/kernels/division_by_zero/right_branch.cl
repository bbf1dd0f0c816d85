// check: --arg x=iota:i32[64] --arg y=zeros:i32[64] --local 64 --groups 1 --width 8
// expect: none
kernel void divide(global const int *x, global int *y) {
    size_t i = get_global_id(0);
    y[i] = x[i] ? 100 / x[i] : 0;
}
