/* More live values than a work-item has registers.
   gfx: spills>0 scratch_bytes>0 scratch>0 waterfalls==0
   gen: spills>0 scratch_bytes>0 scratch>0 waterfalls==0
   nv: spills>0 scratch_bytes>0 scratch>0 waterfalls==0
   cpu: spills>0 scratch_bytes>0 scratch>0 waterfalls==0 */
#define EACH(X) X(0, 1, 5) X(1, 2, 6) X(2, 3, 7) X(3, 4, 8) X(4, 5, 9) X(5, 6, 10) X(6, 7, 11) X(7, 8, 12) X(8, 9, 13) \
    X(9, 10, 14) X(10, 11, 15) X(11, 12, 16) X(12, 13, 17) X(13, 14, 18) X(14, 15, 19) X(15, 16, 20) X(16, 17, 21) \
    X(17, 18, 22) X(18, 19, 23) X(19, 20, 0) X(20, 21, 1) X(21, 22, 2) X(22, 23, 3) X(23, 0, 4)
#ifdef __gfx90a__ /* gfx90a has 512 registers, others 256, or 128 for all lanes */
#define VALUES 16
#else
#define VALUES 8
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define V JOIN(float, VALUES)
#define LOAD(a, b, c) V v##a = JOIN(vload, VALUES)(get_global_id(0) * 48 + a, x), w##a = JOIN(vload, VALUES)(get_global_id(0) * 48 + 24 + a, x);
#define MIX(a, b, c) v##a = fma(w##b, v##c, v##a), w##a = fma(v##c, w##b, w##a);
#define STORE(a, b, c) JOIN(vstore, VALUES)(v##a, get_global_id(0) * 48 + a, x), JOIN(vstore, VALUES)(w##a, get_global_id(0) * 48 + 24 + a, x);
__kernel void spills(__global float *x, uint n) {
    EACH(LOAD)
    for (uint i = 0; i < n; ++i) {
        EACH(MIX)
    }
    EACH(STORE)
}
