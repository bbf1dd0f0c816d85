// check: --arg y=zeros:u32[256] --width 8
// expect: none
kernel void a(global uint *y) {
    y[get_global_id(0)] = 1;
}
