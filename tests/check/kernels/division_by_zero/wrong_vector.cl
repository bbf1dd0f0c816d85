// check: --arg x=iota:i32[64] --arg y=zeros:i32[64] --local 16 --groups 1 --width 8
// expect: division by zero 5
kernel void divide(global const int4 *x, global int4 *y) {
    size_t i = get_global_id(0);
    y[i] = 100 / x[i];
}
