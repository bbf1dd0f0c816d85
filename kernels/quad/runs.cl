/* quad/runs: a work-item has a run of adjacent quads, several at a time as vectors, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 * A vector has 16 numbers of a row, with channels interleaved. Quads at the image's edge use write_quad.
 */
#include "sg/sg.h"
#include "quad/quad.h"

#define RUN 512u /* quads */

/* A vector's lanes with left pixels, and with right ones. With three channels two quads fit, and the next vector
 * overwrites the rest. */
#if CHANNELS == 1
#define AT_ONCE 8u
#define LEFT s02468ace
#define RIGHT s13579bdf
#elif CHANNELS == 2
#define AT_ONCE 4u
#define LEFT s014589cd
#define RIGHT s2367abef
#elif CHANNELS == 3
#define AT_ONCE 2u
#define LEFT s012678cd
#define RIGHT s3459abef
#else
#define AT_ONCE 2u
#define LEFT s012389ab
#define RIGHT s4567cdef
#endif
/* Quads that a vector covers, at least in part. */
#define TOUCHED (CHANNELS == 3 ? 3u : AT_ONCE)

static inline float16 both(float8 left, float8 right) {
    float16 out;
    out.LEFT = left;
    out.RIGHT = right;
    return out;
}

__kernel void quad_runs(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                        __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                        uint quads_x) {
    const uint runs = (quads_x + RUN - 1u) / RUN, y = (uint)get_global_id(0) / runs * 2u;
    const uint first = (uint)get_global_id(0) % runs * RUN, end = min(first + RUN, quads_x);
    uint q = first;
    for (; q + TOUCHED <= end && 2u * (q + TOUCHED) <= width && y + 1u < height; q += AT_ONCE) {
        const size_t upper = value_index(2u * q, y, width, 0u), lower = value_index(2u * q, y + 1u, width, 0u);
        const float16 a = vload16(0, image + upper), b = vload16(0, image + lower), down = b - a;
        const float8 across_a = a.RIGHT - a.LEFT, across_b = b.RIGHT - b.LEFT;
        const float8 falling = b.RIGHT - a.LEFT, rising = b.LEFT - a.RIGHT;
        vstore16(both(across_a, across_a), 0, ddx + upper);
        vstore16(both(across_b, across_b), 0, ddx + lower);
        vstore16(down, 0, ddy + upper);
        vstore16(down, 0, ddy + lower);
        vstore16(both(falling, rising), 0, diagonal + upper);
        vstore16(both(rising, falling), 0, diagonal + lower);
        vstore8((a.LEFT + a.RIGHT) + (b.LEFT + b.RIGHT), 0, sums + value_index(q, y / 2u, quads_x, 0u));
    }
    for (; q < end; ++q) write_quad(image, ddx, ddy, diagonal, sums, 2u * q, y, width, height);
}
