/* quad: derivatives and sums of the 2x2 quads of an image.
 * SPDX-License-Identifier: MIT
 *
 *   image[height, width, channels]  ->  ddx, ddy, diagonal[height, width, channels], sums[quads_y, quads_x, channels]
 *
 * `tiles` tiles cover the image, tiles_x per row; a tile has as many pixels as a sub-group has lanes.
 */
#include "sg/sg.h"
#include "quad/quad.h"

__kernel void quad_serial(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                          __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                          uint quads_x, uint quads) {
    const uint quad = get_global_id(0);
    if (quad >= quads) return;
    write_quad(image, ddx, ddy, diagonal, sums, quad % quads_x * 2u, quad / quads_x * 2u, width, height);
}

/* Loads neighbours from memory. */
__kernel void quad_memory(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                          __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                          uint pixels) {
    const uint pixel = get_global_id(0);
    if (pixel >= pixels) return;
    const uint x = pixel % width, y = pixel / width;
    for (uint c = 0; c < CHANNELS; ++c) {
        const neighbours v = {load_pixel(image, x, y, width, height, c), load_pixel(image, x ^ 1u, y, width, height, c),
                              load_pixel(image, x, y ^ 1u, width, height, c),
                              load_pixel(image, x ^ 1u, y ^ 1u, width, height, c)};
        write_pixel(ddx, ddy, diagonal, sums, (uint2)(x, y), width, height, c, v);
    }
}

__attribute__((always_inline)) static inline void quad_show(sg_t sg, neighbours v) {
    SG_SHOW(sg, "own", v.own);
    SG_SHOW(sg, "across", v.x);
    SG_SHOW(sg, "down", v.y);
    SG_SHOW(sg, "diagonal", v.diagonal);
    (void)sg, (void)v;
}

/* Neighbours from other lanes. */
SG_KERNEL void quad_shuffle(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                            __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                            uint tiles_x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) + lane_place(sg_lane(sg));
    SG_SHOW(sg, "x", at.x);
    SG_SHOW(sg, "y", at.y);
    for (uint c = 0; c < CHANNELS; ++c) {
        neighbours v;
        v.own = load_pixel(image, at.x, at.y, width, height, c);
        v.x = sg_quad_swap_x(sg, v.own);
        v.y = sg_quad_swap_y(sg, v.own);
        v.diagonal = sg_quad_swap_diagonal(sg, v.own);
        quad_show(sg, v);
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c, v);
    }
}

/* places[lane] gives a lane's position in the tile: x | y << 16. */
SG_KERNEL void quad_table(__global const float *restrict image, __global const uint *restrict places,
                          __global float *restrict ddx, __global float *restrict ddy, __global float *restrict diagonal,
                          __global float *restrict sums, uint width, uint height, uint tiles_x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint place = places[sg_lane(sg)];
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) + (uint2)(place & 0xffffu, place >> 16);
    for (uint c = 0; c < CHANNELS; ++c) {
        neighbours v;
        v.own = load_pixel(image, at.x, at.y, width, height, c);
        v.x = sg_quad_swap_x(sg, v.own);
        v.y = sg_quad_swap_y(sg, v.own);
        v.diagonal = sg_quad_swap_diagonal(sg, v.own);
        quad_show(sg, v);
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c, v);
    }
}

/* Through local memory, one float per work-item. */
SG_KERNEL void quad_local(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                          __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                          uint tiles_x, __local float *pixels SG_PARAMS) {
    SG_BEGIN(sg);
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) + lane_place(sg_lane(sg));
    const uint own = sg_id(sg) * SG_WIDTH + sg_lane(sg);
    for (uint c = 0; c < CHANNELS; ++c) {
        neighbours v;
        v.own = load_pixel(image, at.x, at.y, width, height, c);
        sg_barrier_local(sg);
        pixels[own] = v.own;
        sg_barrier_local(sg);
        v.x = pixels[own ^ 1u];
        v.y = pixels[own ^ 2u];
        v.diagonal = pixels[own ^ 3u];
        quad_show(sg, v);
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c, v);
    }
}
