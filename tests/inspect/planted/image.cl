/* An image handle that differs between lanes; from compute capability 9.0 on, hardware takes one handle for all
   lanes.
   nv: waterfalls==1@sm_90 loops==1@sm_90 waterfalls==1@sm_120 waterfalls==0@sm_75 */
#ifdef __NVPTX__
__kernel void image(__global uint *x, __global const ulong *handles) {
    const size_t i = get_global_id(0);
    uint v;
    __asm__ volatile("suld.b.1d.b32.trap %0, [%1, {%2}];" : "=r"(v) : "l"(handles[i]), "r"(x[i]));
    x[i] = v;
}
#endif
