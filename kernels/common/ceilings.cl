/*
 * ceilings.cl - what a device can do at most, measured beside every timing.
 *
 * empty: the launch floor. read, copy: bandwidth over the same number of bytes as the problem that is compared
 * with them. multiply_add: arithmetic rate, eight chains a work-item that do not wait for each other.
 * Plain OpenCL C 1.2, no sub-groups. 16-byte accesses, neighbouring work-items on neighbouring addresses.
 */

__kernel void ceilings_empty(__global uint *out, const uint never) {
    if (never) out[get_global_id(0)] = never;
}

/* The sum reaches memory only where it equals a value that the host avoids, so that the loads stay. */
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

/* 16 floating-point operations a round (8 multiply-adds), `rounds` rounds. */
__kernel void ceilings_multiply_add(__global float *out, const float a, const float b, const uint rounds) {
    const float seed = (float)get_global_id(0) * 1e-6f;
    float8 v = (float8)(0.0f, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f, 0.7f) + seed;
    for (uint i = 0; i < rounds; i++) v = fma(v, (float8)(a), (float8)(b));
    const float sum = v.s0 + v.s1 + v.s2 + v.s3 + v.s4 + v.s5 + v.s6 + v.s7;
    if (sum == 1234567.0f) out[0] = sum;
}
