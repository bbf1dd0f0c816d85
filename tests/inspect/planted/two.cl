/* Two kernels in a program; its first half contains only the first kernel.
   all: waterfalls==0 loops==0 barriers==0 */
#define FOUR(a) x[i + (a)] * y + x[i + (a) + 1] * z + x[i + (a) + 2] * w + x[i + (a) + 3]
__kernel void two_first(__global float *x) {
    x[get_global_id(0)] = 1.0f;
}

__kernel void two_second(__global float *x, float y, float z, float w) {
    const size_t i = get_global_id(0);
    const float a = FOUR(64), b = FOUR(128), c = FOUR(192), d = FOUR(256), e = FOUR(320), f = FOUR(384);
    x[i] = a * b - c * d + e * f;
    x[i + 1] = a * c - b * d + e * e;
    x[i + 2] = a * d - b * c + f * f;
    x[i + 3] = a * e - b * f + c * d;
}
