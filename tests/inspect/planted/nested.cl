/* Two nested loops.
   gfx: loops==2 waterfalls==0
   gen: loops==2 waterfalls==0
   cpu: loops>=2 waterfalls==0
   nv: loops>=2 waterfalls==0 (its assembler unrolls one, with a loop for the rest) */
__kernel void nested(__global int *x, int n, int m) {
    int sum = 0;
#pragma unroll 1
    for (int i = 0; i < n; ++i) {
#pragma unroll 1
        for (int k = 0; k < m; ++k) sum = sum * 3 + x[(sum + k) & 15];
        sum ^= x[i & 7];
    }
    x[16 + get_global_id(0)] = sum;
}
