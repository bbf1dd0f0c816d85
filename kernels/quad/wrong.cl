/* quad: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of quad_shuffle.
 */
#include "sg/sg.h"
#include "quad/quad.h"

/* The three exchanges of quad_shuffle. */
static inline neighbours swap_all(sg_t sg, float own) {
    neighbours v;
    v.own = own;
    v.x = sg_quad_swap_x(sg, own);
    v.y = sg_quad_swap_y(sg, own);
    v.diagonal = sg_quad_swap_diagonal(sg, own);
    return v;
}

/* As published: masks for 64 lanes. Of 128 lanes the upper half does the lower one's pixels again. */
SG_KERNEL void quad_published(__global const float *restrict image, __global float *restrict ddx,
                              __global float *restrict ddy, __global float *restrict diagonal, __global float *restrict sums,
                              uint width, uint height, uint tiles_x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) + lane_place(sg_lane(sg) & 63u);
    for (uint c = 0; c < CHANNELS; ++c)
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c,
                    swap_all(sg, load_pixel(image, at.x, at.y, width, height, c)));
}

/* Lanes lie row after row: the one below is not two lanes further. */
SG_KERNEL void quad_rows(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                         __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                         uint tiles_x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) +
                     (uint2)(sg_lane(sg) % TILE_ACROSS, sg_lane(sg) / TILE_ACROSS);
    for (uint c = 0; c < CHANNELS; ++c)
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c,
                    swap_all(sg, load_pixel(image, at.x, at.y, width, height, c)));
}

/* The neighbour across is always taken from the next lane: right pixels get one of the next quad. */
SG_KERNEL void quad_next(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                         __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                         uint tiles_x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) + lane_place(sg_lane(sg));
    for (uint c = 0; c < CHANNELS; ++c) {
        neighbours v = swap_all(sg, load_pixel(image, at.x, at.y, width, height, c));
        v.x = sg_shuffle_down(sg, v.own, 1u);
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c, v);
    }
}

/* Every pixel subtracts itself: right and lower pixels have the sign wrong. */
SG_KERNEL void quad_sign(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                         __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                         uint tiles_x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) + lane_place(sg_lane(sg));
    for (uint c = 0; c < CHANNELS; ++c) {
        const neighbours v = swap_all(sg, load_pixel(image, at.x, at.y, width, height, c));
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c, v);
        if (at.x < width && at.y < height) ddx[value_index(at.x, at.y, width, c)] = v.x - v.own;
    }
}

/* What lies outside of the picture counts as 0. */
SG_KERNEL void quad_edge(__global const float *restrict image, __global float *restrict ddx, __global float *restrict ddy,
                         __global float *restrict diagonal, __global float *restrict sums, uint width, uint height,
                         uint tiles_x SG_PARAMS) {
    SG_BEGIN(sg);
    const uint2 at = tile_corner(get_group_id(0) * sg_count(sg) + sg_id(sg), tiles_x) + lane_place(sg_lane(sg));
    for (uint c = 0; c < CHANNELS; ++c) {
        const float pixel = load_pixel(image, at.x, at.y, width, height, c);
        write_pixel(ddx, ddy, diagonal, sums, at, width, height, c,
                    swap_all(sg, at.x < width && at.y < height ? pixel : 0.0f));
    }
}
