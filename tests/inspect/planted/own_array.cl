/* A private array with indexes known only at run time is in memory.
   gfx: scratch>0 scratch_bytes>=256 spills==0 waterfalls==0
   nv: scratch>0 scratch_bytes>=256 spills==0 waterfalls==0
   cpu: scratch>0 scratch_bytes>=256 waterfalls==0 */
__kernel void own_array(__global int *x, int n) {
    int own[64];
    for (int i = 0; i < 64; ++i) own[i] = x[i * 7];
#pragma unroll 1
    for (int i = 0; i < n; ++i) own[x[i] & 63] += own[x[i + 1] & 63];
    x[get_global_id(0)] = own[n & 63];
}
