// check: --arg x=iota:u8[64] --arg y=zeros:u8[64] --local 64 --groups 1 --width 8
// expect: division by zero 5
kernel void divide(global const uchar *x, global uchar *y) {
    size_t i = get_global_id(0);
    y[i] = (uchar)(200 / x[i]);
}
