// check: --arg x=iota:f32[64] --arg y=zeros:f32[64] --local 64 --groups 1 --width 8
// expect: none
kernel void divide(global const float *x, global float *y) {
    y[get_global_id(0)] = 100 / x[get_global_id(0)];
}
