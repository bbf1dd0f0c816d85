/* mips/runs: a work-item makes a run of a row by vectors, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 * A launch per level while levels are large; then one work-item makes all remaining levels. With one channel, vertical
 * neighbours are joined first, 16 at a time, then horizontal ones. Row ends, and several channels, use footprints as in
 * mips_level.
 */
#include "mips/mips.h"

#define RUN 1024u /* texels of a work-item, along a row of the next level */

#if CHANNELS == 1
/* join_along for texels of three rows; n and i belong to the height. */
static inline float16 rows_along(float16 a, float16 b, float16 c, uint n, uint i) {
#if FILTER == FILTER_BOX
    if (n % 2u == 0u) return 0.5f * a + 0.5f * b;
    const float unit = 1.0f / (float)n;
    return a * ((float)(n / 2u - i) * unit) + b * ((float)(n / 2u) * unit) + c * ((float)(i + 1u) * unit);
#elif FILTER == FILTER_MIN
    return n % 2u == 0u ? fmin(a, b) : fmin(fmin(a, b), c);
#else
    return n % 2u == 0u ? fmax(a, b) : fmax(fmax(a, b), c);
#endif
}

/* From `at` on. */
static inline float16 rows_joined(__global const float *from, size_t at, uint w, uint h, uint y) {
    const float16 a = vload16(0, from + at);
    if (h == 1u) return a;
    const float16 b = vload16(0, from + at + w);
    return rows_along(a, b, h % 2u ? vload16(0, from + at + 2 * (size_t)w) : b, h, y);
}

/* Texels x to x + 7 of a row. */
static inline float8 columns_joined(float16 here, float16 next, uint w, uint x) {
    const float8 a = here.even, b = here.odd, c = next.even;
#if FILTER == FILTER_BOX
    if (w % 2u == 0u) return 0.5f * a + 0.5f * b;
    const float unit = 1.0f / (float)w;
    const float8 i = (float)x + (float8)(0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f);
    return a * (((float)(w / 2u) - i) * unit) + b * ((float)(w / 2u) * unit) + c * ((i + 1.0f) * unit);
#elif FILTER == FILTER_MIN
    return w % 2u == 0u ? fmin(a, b) : fmin(fmin(a, b), c);
#else
    return w % 2u == 0u ? fmax(a, b) : fmax(fmax(a, b), c);
#endif
}
#endif

/* x to `end`; `from` has sides w and h; vectors need w > 1. */
static inline void rows_make(__global const float *from, __global float *to, uint w, uint h, uint y, uint x, uint end) {
    const size_t first = (size_t)2 * y * w;
    __global float *row = to + CHANNELS * (size_t)y * halved(w, 1u);
#if CHANNELS == 1
    /* The last vector read ends with texel 2 x + 15; for odd sides 2 x + 17. */
    for (; x + 8u <= end && 2u * x + 16u + 2u * (w % 2u) <= w; x += 8u) {
        const float16 here = rows_joined(from, first + 2 * (size_t)x, w, h, y);
        const float16 next = w % 2u ? rows_joined(from, first + 2 * (size_t)x + 2, w, h, y) : here;
        vstore8(columns_joined(here, next, w, x), 0, row + x);
    }
#endif
    for (; x < end; ++x) STORE(footprint(from, first + 2 * (size_t)x, w, w, h, x, y), row, x);
}

__kernel void mips_runs(__global const float *image, __global float *levels, uint width, uint height, uint scale) {
    const uint level = level_of(scale), w = halved(width, level), h = halved(height, level), across = halved(w, 1u);
    const uint runs = (across + RUN - 1u) / RUN, y = (uint)get_global_id(0) / runs, x = (uint)get_global_id(0) % runs * RUN;
    rows_make(level_from(image, levels, width, height, level), levels + CHANNELS * level_place(width, height, level + 1u), w, h,
              y, x, min(x + RUN, across));
}

__kernel void mips_runs_rest(__global const float *image, __global float *levels, uint width, uint height, uint scale) {
    for (uint level = level_of(scale); width >> level > 1u || height >> level > 1u; ++level) {
        const uint w = halved(width, level), h = halved(height, level);
        __global const float *from = level_from(image, levels, width, height, level);
        __global float *to = levels + CHANNELS * level_place(width, height, level + 1u);
        for (uint y = 0; y < halved(h, 1u); ++y) rows_make(from, to, w, h, y, 0u, halved(w, 1u));
    }
}
