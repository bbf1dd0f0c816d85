/* Combines texels into one of the next level (README.md).
 * SPDX-License-Identifier: MIT
 *
 * Level 0 is the picture; each level has half as many texels in each direction, rounded down, and at least
 * one. Texel i of the next level has this footprint in a direction of n texels:
 *   n = 1                  1 texel    itself
 *   n even                 2 texels   2i, 2i + 1, equal weights
 *   n = 2 m + 1, m > 0     3 texels   2i, 2i + 1, 2i + 2, weights m - i, m, i + 1, divided by n
 * A weight is the covered part of a texel if m texels are laid over n (Guthe and Heckbert, "Non-Power-of-Two
 * Mipmapping Creation", 2005). `levels` holds the levels from 1 on, contiguously. A `scale` is 2^level.
 */
#ifndef MIPS_H
#define MIPS_H

#ifndef DEPTH
#define DEPTH 6 /* levels per launch of local, block and once */
#endif

#if CHANNELS == 1
typedef float texel;
#define LOAD(p, i) ((p)[i])
#define STORE(v, p, i) ((p)[i] = (v))
#elif CHANNELS == 2
typedef float2 texel;
#define LOAD(p, i) vload2(i, p)
#define STORE(v, p, i) vstore2(v, i, p)
#elif CHANNELS == 3
typedef float3 texel;
#define LOAD(p, i) vload3(i, p)
#define STORE(v, p, i) vstore3(v, i, p)
#else
typedef float4 texel;
#define LOAD(p, i) vload4(i, p)
#define STORE(v, p, i) vstore4(v, i, p)
#endif

/* Side n after `levels` more levels. */
static inline uint halved(uint n, uint levels) {
    return max(n >> levels, 1u);
}

static inline uint level_of(uint scale) {
    return 31u - clz(scale);
}

/* In texels; from level 1 on. */
static inline size_t level_place(uint width, uint height, uint level) {
    size_t place = 0;
    for (uint l = 1; l < level; ++l) place += (size_t)halved(width, l) * halved(height, l);
    return place;
}

static inline __global const float *level_from(__global const float *image, __global const float *levels,
                                               uint width, uint height, uint level) {
    return level == 0 ? image : levels + CHANNELS * level_place(width, height, level);
}

/* A footprint of 2. */
static inline texel join(texel a, texel b) {
#if FILTER == FILTER_BOX
    return 0.5f * a + 0.5f * b;
#elif FILTER == FILTER_MIN
    return fmin(a, b);
#else
    return fmax(a, b);
#endif
}

/* Texel i after a level of side n, from the up to three texels of its footprint. */
static inline texel join_along(texel a, texel b, texel c, uint n, uint i) {
    if (n == 1u) return a;
    if (n % 2u == 0u) return join(a, b);
#if FILTER == FILTER_BOX
    const float unit = 1.0f / (float)n;
    return a * ((float)(n / 2u - i) * unit) + b * ((float)(n / 2u) * unit) + c * ((float)(i + 1u) * unit);
#else
    return join(join(a, b), c);
#endif
}

/* It begins at texel number `at`. */
static inline texel footprint_row(__global const float *from, size_t at, uint n, uint i) {
    const texel a = LOAD(from, at);
    const texel b = n > 1u ? LOAD(from, at + 1) : a;
    const texel c = n > 1u && n % 2u == 1u ? LOAD(from, at + 2) : a;
    return join_along(a, b, c, n, i);
}

/* Joins the footprint of texel (x, y) of the next level. The footprint begins at `first`, its rows `pitch`
 * texels apart; width and height are the read level's.
 */
static inline texel footprint(__global const float *from, size_t first, size_t pitch, uint width, uint height,
                              uint x, uint y) {
    const texel a = footprint_row(from, first, width, x);
    const texel b = height > 1u ? footprint_row(from, first + pitch, width, x) : a;
    const texel c = height > 1u && height % 2u == 1u ? footprint_row(from, first + 2 * pitch, width, x) : a;
    return join_along(a, b, c, height, y);
}

#endif
