/* Planted: 384 live floats, more than a work-item's registers. */
#include "sg/sg.h"

#define EACH(X)                                                                                              \
    X(0, 1, 5) X(1, 2, 6) X(2, 3, 7) X(3, 4, 8) X(4, 5, 9) X(5, 6, 10) X(6, 7, 11) X(7, 8, 12)               \
    X(8, 9, 13) X(9, 10, 14) X(10, 11, 15) X(11, 12, 16) X(12, 13, 17) X(13, 14, 18) X(14, 15, 19)           \
    X(15, 16, 20) X(16, 17, 21) X(17, 18, 22) X(18, 19, 23) X(19, 20, 0) X(20, 21, 1) X(21, 22, 2)           \
    X(22, 23, 3) X(23, 0, 4)
#define LOAD(a, b, c) float16 v##a = vload16(get_global_id(0) * 24 + a, x);
#define MIX(a, b, c) v##a = fma(v##b, v##c, v##a);
#define STORE(a, b, c) vstore16(v##a, get_global_id(0) * 24 + a, out);

SG_KERNEL void lerp_affine(__global const float *restrict x, __global const float *restrict t,
                           __global const float *restrict initial, __global float *restrict out, uint rows,
                           uint n SG_PARAMS) {
    SG_BEGIN(sg);
    EACH(LOAD)
    for (uint i = 0; i < n; ++i) {
        EACH(MIX)
    }
    EACH(STORE)
}
