// check: --arg x=iota:i32[64] --arg y=zeros:i32[64] --local 64 --groups 1 --width 8
// expect: division by zero 4
kernel void divide(global const int *x, global int *y) {
    y[get_global_id(0)] = 100 / x[get_global_id(0)];
}
