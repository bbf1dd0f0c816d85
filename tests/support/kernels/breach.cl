/* y = x + 1, through scratch areas. Each FAULT writes outside one array or area, in a pass whose result
   nothing else reads. */
#ifndef FAULT
#define FAULT 0
#endif
enum { RIGHT, WORDS_ONE, WORDS_TILE, WORDS_BEFORE, BYTES_ONE, KEPT_ONE, OUTPUT_ONE, OUTPUT_BEFORE, WORDS_ONES, TWO };
enum { TILE = 256 };

__kernel void breach_fill(__global const uint *x, __global uint *words, __global uchar *bytes, __global uint *kept, uint n) {
    const size_t i = get_global_id(0);
    if (i < n) {
        words[i] = x[i] + 1u;
        bytes[i] = (uchar)x[i];
    }
    if (i > 0) return;
    kept[0] = n;
    if (FAULT == WORDS_ONE || FAULT == TWO) words[n] = 0;
    if (FAULT == WORDS_TILE)
        for (uint k = 0; k < TILE; ++k) words[n + k] = k;
    if (FAULT == WORDS_BEFORE) words[-1] = 7u;
    if (FAULT == BYTES_ONE || FAULT == TWO) bytes[n] = 255;
    if (FAULT == KEPT_ONE) kept[3] = 0;
    if (FAULT == WORDS_ONES) words[n] = 0xFFFFFFFFu;
}

__kernel void breach_take(__global const uint *words, __global const uchar *bytes, __global const uint *kept,
                          __global uint *y, uint n) {
    const size_t i = get_global_id(0);
    if (i < n) y[i] = words[i] + (bytes[i] & 0u) + (kept[0] - n);
    if (i > 0) return;
    if (FAULT == OUTPUT_ONE) y[n] = 1u;
    if (FAULT == OUTPUT_BEFORE) y[-2] = 1u;
}
