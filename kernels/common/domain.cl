/*
 * domain.cl - walks a domain of inputs in chunks: makes its values, compares what two strategies made of them.
 *
 * In front of this text the host puts `uint domain_value(ulong i, uint part, ulong seed)`: the bits of component `part` of
 * value number i. A chunk has `n` values, of which the first `used` are in the domain. All arrays are of 32-bit words.
 * Plain OpenCL C 1.2. A work-item takes SHARE values, so that many wrong ones do not queue up for one counter.
 */

#define SHARE 64

/* What follows the domain's last value is that value again. */
__kernel void domain_fill(__global uint *restrict x, ulong first, uint n, uint used, uint parts, ulong seed) {
    const size_t k = get_global_id(0);
    if (k >= n) return;
    const ulong i = first + min((uint)k, used - 1u);
    for (uint part = 0; part < parts; ++part) x[k * parts + part] = domain_value(i, part, seed);
}

/* marks[k] is 1 where value k came out differently in one of the outputs; `more`: in this one or in one before. */
__kernel void domain_compare(__global const uint *restrict got, __global const uint *restrict expected,
                             __global uchar *restrict marks, uint used, uint parts, uint more) {
    const size_t k = get_global_id(0);
    if (k >= used) return;
    uchar differs = more ? marks[k] : (uchar)0;
    for (uint part = 0; part < parts; ++part)
        if (got[k * parts + part] != expected[k * parts + part]) differs = 1;
    marks[k] = differs;
}

/* found[0]: how many are marked, found[1]: the first of them. */
__kernel void domain_count(__global const uchar *restrict marks, __global uint *restrict found, uint used) {
    uint count = 0, first = 0xffffffffu;
    const size_t stride = get_global_size(0);
    for (size_t k = get_global_id(0); k < used; k += stride) {
        if (!marks[k]) continue;
        ++count;
        first = min(first, (uint)k);
    }
    if (count == 0) return;
    atomic_add(&found[0], count);
    atomic_min(&found[1], first);
}

/* Floats of at least 0 are in the order of their bits; NaN comes last. */
static inline uint domain_distance(float result, float x) {
    return as_uint(fabs(result - x));
}

/* found[2]: the bits of the largest distance between result and input. */
__kernel void domain_error(__global const float *restrict result, __global const float *restrict x,
                           __global uint *restrict found, uint elements) {
    uint largest = 0;
    const size_t stride = get_global_size(0);
    for (size_t e = get_global_id(0); e < elements; e += stride) largest = max(largest, domain_distance(result[e], x[e]));
    atomic_max(&found[2], largest);
}

/* found[3]: the first element with that distance. */
__kernel void domain_error_place(__global const float *restrict result, __global const float *restrict x,
                                 __global uint *restrict found, uint elements) {
    const size_t e = get_global_id(0);
    if (e < elements && domain_distance(result[e], x[e]) == found[2]) atomic_min(&found[3], (uint)e);
}
