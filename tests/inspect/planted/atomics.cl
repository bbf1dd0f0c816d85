/* Three atomic operations on global memory, one on local memory.
   all: atomics==4 waterfalls==0 */
#ifdef __AMDGCN__
#define ONE_MESSAGE /* for all lanes */
#else
#define ONE_MESSAGE __attribute__((intel_reqd_sub_group_size(8)))
#endif
ONE_MESSAGE __kernel void atomics(__global uint *x, __global uint *y, __local uint *own) {
    const uint v = x[get_global_id(0)];
    atomic_max(&y[v & 255], v);
    atomic_xor(&y[256 + (v & 63)], v);
    atomic_or(&y[512 + (v & 31)], v);
    atomic_min(&own[v & 15], v);
}
