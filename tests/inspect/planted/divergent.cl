/* Lanes diverge and reconverge: branches, but no loop.
   all: loops==0 waterfalls==0
   gfx: branches>0
   gen: branches>0 */
__kernel void divergent(__global float *x, __global const float *y) {
    const size_t i = get_global_id(0);
    float v = x[i];
    if (v > 1.0f)
        v = y[i + 64] * native_sin(y[i + 32]);
    else
        x[i + 4096] = y[i];
    x[i] = v;
}
