/* quad/runs: a work-item has a run of quads side by side, and takes eight at a time as vectors: for CPUs.
 * SPDX-License-Identifier: MIT
 *
 * Vectors are used where there is one channel and quads are whole; the rest is done as in quad_serial.
 */
#include "sg/sg.h"
#include "quad/quad.h"

#define RUN 512u /* quads */

/* Left and right pixels of eight quads, in the order of their row. */
static inline float16 both(float8 left, float8 right) {
    float16 out;
    out.even = left;
    out.odd = right;
    return out;
}

__kernel void quad_runs(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                        __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                        uint quads_x) {
    const uint runs = (quads_x + RUN - 1u) / RUN, y = (uint)get_global_id(0) / runs * 2u;
    const uint first = (uint)get_global_id(0) % runs * RUN, end = min(first + RUN, quads_x);
    uint q = first;
#if CHANNELS == 1
    for (; q + 8u <= end && 2u * q + 16u <= width && y + 1u < height; q += 8u) {
        const size_t upper = (size_t)y * width + 2u * q, lower = upper + width;
        const float16 a = vload16(0, image + upper), b = vload16(0, image + lower), down = b - a;
        const float8 across_a = a.odd - a.even, across_b = b.odd - b.even, falling = b.odd - a.even, rising = b.even - a.odd;
        vstore16(both(across_a, across_a), 0, ddx + upper);
        vstore16(both(across_b, across_b), 0, ddx + lower);
        vstore16(down, 0, ddy + upper);
        vstore16(down, 0, ddy + lower);
        vstore16(both(falling, rising), 0, diagonal + upper);
        vstore16(both(rising, falling), 0, diagonal + lower);
        vstore8((a.even + a.odd) + (b.even + b.odd), 0, sums + (size_t)(y / 2u) * quads_x + q);
    }
#endif
    for (; q < end; ++q) write_quad(image, ddx, ddy, diagonal, sums, 2u * q, y, width, height);
}
