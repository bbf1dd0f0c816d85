/*
 * A device's limits. empty: the launch floor. read, copy: bandwidth over as many bytes as the problem uses.
 * multiply_add: arithmetic rate of independent chains. Accesses are 16 bytes. Neighbouring work-items access
 * neighbouring addresses, as GPUs prefer; in the _shares forms each has its own contiguous piece, as CPUs prefer. The
 * faster form counts.
 */

/* As many buffers as the timed kernel has, because some drivers need time for each (docs/performance.md). */
#define EMPTY(name, ...)                                                                                               \
    __kernel void name(__global uint *out, __VA_ARGS__ const uint never) {                                              \
        if (never) out[get_global_id(0)] = never;                                                                      \
    }
#define MORE(name) __global uint *name,
EMPTY(ceilings_empty_1, )
EMPTY(ceilings_empty_2, MORE(b))
EMPTY(ceilings_empty_3, MORE(b) MORE(c))
EMPTY(ceilings_empty_4, MORE(b) MORE(c) MORE(d))
EMPTY(ceilings_empty_5, MORE(b) MORE(c) MORE(d) MORE(e))
EMPTY(ceilings_empty_6, MORE(b) MORE(c) MORE(d) MORE(e) MORE(f))

/* The host avoids the value for which it is stored; the test keeps the loads. */
__kernel void ceilings_read(__global const uint4 *in, __global uint *out, const ulong count) {
    uint4 sum = (uint4)(0u);
    const ulong stride = get_global_size(0);
    ulong i = get_global_id(0);
    for (; i + 3 * stride < count; i += 4 * stride)
        sum ^= in[i] ^ in[i + stride] ^ in[i + 2 * stride] ^ in[i + 3 * stride];
    for (; i < count; i += stride) sum ^= in[i];
    const uint all = sum.x ^ sum.y ^ sum.z ^ sum.w;
    if (all == 0x9e3779b9u) out[0] = all;
}

__kernel void ceilings_copy(__global const uint4 *in, __global uint4 *out, const ulong count) {
    const ulong stride = get_global_size(0);
    for (ulong i = get_global_id(0); i < count; i += stride) out[i] = in[i];
}

/* Work-item i reads `share` elements from i * share on. */
__kernel void ceilings_read_shares(__global const uint4 *in, __global uint *out, const ulong count, const ulong share) {
    uint4 sum = (uint4)(0u), more = (uint4)(0u);
    ulong i = get_global_id(0) * share;
    const ulong end = min(i + share, count);
    for (; i + 1 < end; i += 2) {
        sum ^= in[i];
        more ^= in[i + 1];
    }
    if (i < end) sum ^= in[i];
    sum ^= more;
    const uint all = sum.x ^ sum.y ^ sum.z ^ sum.w;
    if (all == 0x9e3779b9u) out[0] = all;
}

__kernel void ceilings_copy_shares(__global const uint4 *in, __global uint4 *out, const ulong count,
                                   const ulong share) {
    const ulong first = get_global_id(0) * share, end = min(first + share, count);
    for (ulong i = first; i < end; i++) out[i] = in[i];
}

/* 128 floating-point operations per round: four chains of 16, for long vectors and multiply-adds of several cycles. All
   64 numbers start different and end in the sum, so no chain can be removed. */
__kernel void ceilings_multiply_add_wide(__global float *out, const float a, const float b, const uint rounds) {
    const float seed = (float)get_global_id(0) * 1e-6f;
    float16 v0 = (float16)(0.00f, 0.01f, 0.02f, 0.03f, 0.04f, 0.05f, 0.06f, 0.07f, 0.08f, 0.09f, 0.10f, 0.11f,
                           0.12f, 0.13f, 0.14f, 0.15f) + seed;
    float16 v1 = v0 + 0.2f, v2 = v0 + 0.4f, v3 = v0 + 0.6f;
    for (uint i = 0; i < rounds; i++) {
        v0 = fma(v0, (float16)(a), (float16)(b));
        v1 = fma(v1, (float16)(a), (float16)(b));
        v2 = fma(v2, (float16)(a), (float16)(b));
        v3 = fma(v3, (float16)(a), (float16)(b));
    }
    const float16 all = v0 + v1 + v2 + v3;
    const float8 half_of = all.lo + all.hi;
    const float4 four = half_of.lo + half_of.hi;
    const float sum = four.x + four.y + four.z + four.w;
    if (sum == 1234567.0f) out[0] = sum;
}

/* 16 floating-point operations (8 multiply-adds) per round. */
__kernel void ceilings_multiply_add(__global float *out, const float a, const float b, const uint rounds) {
    const float seed = (float)get_global_id(0) * 1e-6f;
    float8 v = (float8)(0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f) + seed;
    for (uint i = 0; i < rounds; i++) v = fma(v, (float8)(a), (float8)(b));
    const float sum = v.s0 + v.s1 + v.s2 + v.s3 + v.s4 + v.s5 + v.s6 + v.s7;
    if (sum == 1234567.0f) out[0] = sum;
}
