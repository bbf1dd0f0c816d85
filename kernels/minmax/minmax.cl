/* minmax: the nearest and the farthest depth of each tile of a picture, in one word.
 * SPDX-License-Identifier: MIT
 *
 *   depth[height, width]  ->  code[tiles_y, tiles_x], bounds[tiles_y, tiles_x, 2]
 *
 * A tile is TILE_WIDTH x TILE_HEIGHT pixels, fewer at the right and lower edges. `bounds` is the decoded `code`.
 */
#include "minmax/minmax.h"

/* A work-item has a tile. */
__kernel void minmax_serial(__global const uint *restrict depth, __global uint *restrict code,
                            __global float *restrict bounds, uint width, uint height, uint tiles_x, uint tiles) {
    const uint tile = get_global_id(0);
    if (tile >= tiles) return;
    uint least = NO_MINIMUM, most = 0u;
    for (uint p = 0; p < PIXELS; ++p) take_pixel(depth, tile, p, tiles_x, width, height, &least, &most);
    write_tile(code, bounds, tile, encode(least, most));
}

/* A work-group has a tile, and combines it in two words of local memory. */
__kernel void minmax_atomic(__global const uint *restrict depth, __global uint *restrict code,
                            __global float *restrict bounds, uint width, uint height, uint tiles_x,
                            __local uint *ends) {
    const uint tile = get_group_id(0);
    uint least = NO_MINIMUM, most = 0u;
    if (get_local_id(0) == 0) {
        ends[0] = NO_MINIMUM;
        ends[1] = 0u;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint p = get_local_id(0); p < PIXELS; p += get_local_size(0))
        take_pixel(depth, tile, p, tiles_x, width, height, &least, &most);
    atomic_min(&ends[0], least);
    atomic_max(&ends[1], most);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) write_tile(code, bounds, tile, encode(ends[0], ends[1]));
}

/* A sub-group has a tile; each lane reads every W-th pixel. */
SG_KERNEL void minmax_sub_group(__global const uint *restrict depth, __global uint *restrict code,
                                __global float *restrict bounds, uint width, uint height, uint tiles_x,
                                uint tiles SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0) * sg_count(sg) + sg_id(sg);
    uint least = NO_MINIMUM, most = 0u;
    for (uint p = sg_lane(sg); p < PIXELS && tile < tiles; p += SG_WIDTH)
        take_pixel(depth, tile, p, tiles_x, width, height, &least, &most);
    write_sub_group(sg, code, bounds, tile, tiles, least, most);
}

/* A work-group has a tile; its sub-groups reduce, and combine in local memory. */
SG_KERNEL void minmax_group(__global const uint *restrict depth, __global uint *restrict code,
                            __global float *restrict bounds, uint width, uint height, uint tiles_x,
                            __local uint *ends SG_PARAMS) {
    SG_BEGIN(sg);
    const uint tile = get_group_id(0);
    uint least = NO_MINIMUM, most = 0u;
    for (uint p = get_local_id(0); p < PIXELS; p += get_local_size(0))
        take_pixel(depth, tile, p, tiles_x, width, height, &least, &most);
    lanes_meet(sg, &least, &most);
    if (sg_lane(sg) == 0) {
        ends[2 * sg_id(sg)] = least;
        ends[2 * sg_id(sg) + 1] = most;
    }
    sg_group_barrier_local(sg);
    if (get_local_id(0) == 0) {
        SG_UNROLL_PARTS
        for (uint s = 1; s < sg_count(sg); ++s) {
            least = min(least, ends[2 * s]);
            most = max(most, ends[2 * s + 1]);
        }
        write_tile(code, bounds, tile, encode(least, most));
    }
}
