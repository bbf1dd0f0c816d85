/* Calls a function that differs between lanes: hardware takes one address for all of them.
   gfx: waterfalls==1 loops==1 */
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable
typedef int (*step)(int);
__attribute__((noinline)) int triple(int a) { return a * 3; }
__attribute__((noinline)) int add_five(int a) { return a + 5; }
__kernel void waterfall(__global int *x) {
    const size_t i = get_global_id(0);
    const step chosen = (x[i] & 1) ? triple : add_five;
    x[i] = chosen(x[i + 1]);
}
