/*
 * Walks a domain of inputs in chunks: generates values and compares the results of two strategies.
 *
 * The host prepends `uint domain_value(ulong i, uint part, ulong seed)`: the bits of element `part` of value i. A chunk
 * has `n` values; the first `used` are in the domain. All arrays have 32-bit words. Plain OpenCL C 1.2. In counting
 * kernels a work-item has many values, so that wrong values do not compete for one counter.
 */

/* Random 32 bits: number i of a stream. Mixing as in splitmix64 (Steele, Lea, Flood, 2014). */
static inline uint domain_random(ulong i, uint stream, ulong seed) {
    ulong z = (i + 1ul) * 0x9e3779b97f4a7c15ul + seed * 0xd1342543de82ef95ul + stream * 0x2545f4914f6cdd1dul;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ul;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebul;
    return (uint)((z ^ (z >> 31)) >> 32);
}

/* In [0, 1), a multiple of 2^-24. */
static inline float domain_unit(ulong i, uint stream, ulong seed) {
    return (float)(domain_random(i, stream, seed) >> 8) * 0x1p-24f;
}

/* The rest of a chunk repeats the domain's last value. */
__kernel void domain_fill(__global uint *restrict x, ulong first, uint n, uint used, uint parts, ulong seed) {
    const size_t k = get_global_id(0);
    if (k >= n) return;
    const ulong i = first + min((uint)k, used - 1u);
    for (uint part = 0; part < parts; ++part) x[k * parts + part] = domain_value(i, part, seed);
}

/* marks[k]: 1 if value k differs in any output so far. `more`: not the first output. */
__kernel void domain_compare(__global const uint *restrict got, __global const uint *restrict expected,
                             __global uchar *restrict marks, uint used, uint parts, uint more) {
    const size_t k = get_global_id(0);
    if (k >= used) return;
    uchar differs = more ? marks[k] : (uchar)0;
    for (uint part = 0; part < parts; ++part)
        if (got[k * parts + part] != expected[k * parts + part]) differs = 1;
    marks[k] = differs;
}

/* found[0]: the number of marked values; found[1]: the first of them. */
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

/* The bits of a non-negative float, which sort like it; NaN is largest. Masks have a bit per element of a value.
 * counted: the elements that count. never_above, never_below: masks for which such a result is at infinity.
 */
static inline uint domain_distance(float result, float x, uint part, uint counted, uint never_above, uint never_below) {
    if (!(counted >> part & 1u)) return 0u;
    if ((never_above >> part & 1u) && result > x) return 0x7f800000u;
    if ((never_below >> part & 1u) && result < x) return 0x7f800000u;
    return as_uint(fabs(result - x));
}

/* found[2]: the bits of the largest distance between result and input. */
__kernel void domain_error(__global const float *restrict result, __global const float *restrict x,
                           __global uint *restrict found, uint elements, uint parts, uint counted, uint never_above,
                           uint never_below) {
    uint largest = 0;
    const size_t stride = get_global_size(0);
    for (size_t e = get_global_id(0); e < elements; e += stride)
        largest = max(largest, domain_distance(result[e], x[e], e % parts, counted, never_above, never_below));
    atomic_max(&found[2], largest);
}

/* found[3]: the first element with that distance. */
__kernel void domain_error_place(__global const float *restrict result, __global const float *restrict x,
                                 __global uint *restrict found, uint elements, uint parts, uint counted,
                                 uint never_above, uint never_below) {
    const size_t e = get_global_id(0);
    if (e >= elements) return;
    if (domain_distance(result[e], x[e], e % parts, counted, never_above, never_below) == found[2])
        atomic_min(&found[3], (uint)e);
}
