/* lights4: several points per work-item, lights in local memory.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in lights4.cl. A work-group prepares SG_GROUP_SIZE lights at a time in local memory, and each read serves a
 * work-item's PER_ITEM points. Plain OpenCL C; work-group-uniform flow.
 */
#include "lights4/tile.h"

__kernel void lights4_tile(__global const float *restrict points, __global const float4 *restrict lights,
                           __global const float *restrict colors, __global float *restrict result, uint point_count,
                           uint light_count) {
    __local float4 places[SG_GROUP_SIZE], falls[SG_GROUP_SIZE];
    const uint item = (uint)get_local_id(0), first = (uint)get_group_id(0) * (SG_GROUP_SIZE * PER_ITEM) + item;
    tile_threes at, sum = {{(many)(0.0f)}, {(many)(0.0f)}, {(many)(0.0f)}};
    tile_read(points, first, point_count, &at);
    for (uint from = 0; from < light_count; from += SG_GROUP_SIZE) {
        float4 fall;
        places[item] = tile_light(lights, colors, from + item, light_count, &fall);
        falls[item] = fall;
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint count = min(light_count - from, (uint)SG_GROUP_SIZE);
        for (uint j = 0; j < count; ++j) tile_add(places[j], falls[j], &at, &sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    tile_write(&sum, first, point_count, result);
}
