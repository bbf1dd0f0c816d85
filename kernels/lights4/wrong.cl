/* lights4: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of lights4.cl. No kernel reads or writes outside its arrays.
 */
#include "lights4/tile.h"

/* Four at a time over a number that is no multiple of four: the last light stands in for those that are not there. */
__kernel void lights4_tail(__global const float *restrict points, __global const float4 *restrict lights,
                           __global const float *restrict colors, __global float *restrict result, uint point_count,
                           uint light_count) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = vload3(i, points);
    float3 sum = (float3)(0.0f);
    for (uint first = 0; first < light_count; first += 4u)
        for (uint k = 0; k < 4u; ++k) {
            const uint j = min(first + k, light_count - 1u);
            lights4_four four = lights4_gather(lights + j, colors + 3u * j, 0u, 1u);
            sum = lights4_add_rest(four, p, sum);
        }
    vstore3(sum, i, result);
}

/* Outside of its radius a light takes away what others give. Shown where the attenuation is to be clamped. */
__kernel void lights4_unclamped(__global const float *restrict points, __global const float4 *restrict lights,
                                __global const float *restrict colors, __global float *restrict result,
                                uint point_count, uint light_count) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = vload3(i, points);
    float3 sum = (float3)(0.0f);
    for (uint g = 0; 4u * g < light_count; ++g) {
        const lights4_four four = lights4_gather(lights, colors, g, light_count);
        const float4 dx = p.x - four.x, dy = p.y - four.y, dz = p.z - four.z;
        const float4 square = dx * dx + dy * dy + dz * dz;
        sum.x += dot(square, four.fall_red) + dot(four.red, (float4)(1.0f));
        sum.y += dot(square, four.fall_green) + dot(four.green, (float4)(1.0f));
        sum.z += dot(square, four.fall_blue) + dot(four.blue, (float4)(1.0f));
    }
    vstore3(sum, i, result);
}

/* The four are clamped together, after they are added: one light outside of its radius takes away from the three others.
 * It saves three comparisons of four. Shown where the attenuation is to be clamped. */
__kernel void lights4_clamped_together(__global const float *restrict points, __global const float4 *restrict lights,
                                       __global const float *restrict colors, __global float *restrict result,
                                       uint point_count, uint light_count) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = vload3(i, points);
    float3 sum = (float3)(0.0f);
    for (uint g = 0; 4u * g < light_count; ++g) {
        const lights4_four four = lights4_gather(lights, colors, g, light_count);
        const float4 dx = p.x - four.x, dy = p.y - four.y, dz = p.z - four.z;
        const float4 rest = dx * dx - four.square + dy * dy + dz * dz;
        const float3 light =
            (float3)(dot(rest, four.fall_red), dot(rest, four.fall_green), dot(rest, four.fall_blue));
        sum += fmax(light, 0.0f);
    }
    vstore3(sum, i, result);
}

/* The transposition goes wrong: second and third light have each other's colours. */
__kernel void lights4_swapped(__global const float *restrict points, __global const float4 *restrict lights,
                              __global const float *restrict colors, __global float *restrict result, uint point_count,
                              uint light_count) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = vload3(i, points);
    float3 sum = (float3)(0.0f);
    for (uint g = 0; 4u * g < light_count; ++g) {
        lights4_four four = lights4_gather(lights, colors, g, light_count);
        four.fall_red = four.fall_red.s0213;
        four.fall_green = four.fall_green.s0213;
        four.fall_blue = four.fall_blue.s0213;
        sum = lights4_add_rest(four, p, sum);
    }
    vstore3(sum, i, result);
}

/* The lanes do not meet: the first one stores its own sum. Shown by several lanes with lights. */
SG_KERNEL void lights4_one_lane(__global const float *restrict points, __global const float4 *restrict lights,
                                __global const float *restrict colors, __global float *restrict result,
                                uint point_count, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const float3 p = vload3(min(i, point_count - 1u), points);
    float3 sum = (float3)(0.0f);
    for (uint g = sg_lane(sg); 4u * g < light_count; g += SG_WIDTH)
        sum = lights4_add_rest(lights4_gather(lights, colors, g, light_count), p, sum);
    const float3 total = sg_reduce_add(sg, sum);
    if (sg_lane(sg) == 0 && i < point_count) vstore3(point_count == 0u ? total : sum, i, result);
}

/* Each lane takes the broadcast from the lane above the one whose turn it is: the first lane's light is lost, and the last
 * one's taken twice. */
SG_KERNEL void lights4_next_lane(__global const float *restrict points, __global const float4 *restrict lights,
                                 __global const float *restrict colors, __global float *restrict result,
                                 uint point_count, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const float3 p = vload3(min(i, point_count - 1u), points);
    float3 sum = (float3)(0.0f);
    for (uint first = 0; first < light_count; first += SG_WIDTH) {
        const uint j = first + sg_lane(sg);
        const float4 light = lights4_light(lights, j, light_count);
        const float square = light.w * light.w;
        const float4 own = (float4)(light.xyz, square);
        const float3 own_fall = lights4_color(colors, light, j, light_count) / -fmax(square, FLT_MIN);
        const uint turns = SG_WIDTH;
        for (uint l = 0; l < turns; ++l) {
            const float4 place = sg_broadcast(sg, own, min(l + 1u, SG_WIDTH - 1u));
            const float3 fall = sg_broadcast(sg, own_fall, min(l + 1u, SG_WIDTH - 1u));
            const float dx = p.x - place.x, dy = p.y - place.y, dz = p.z - place.z;
            float rest = dx * dx - place.w + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
            rest = fmin(rest, 0.0f);
#endif
            sum += fall * rest;
        }
    }
    if (i < point_count) vstore3(sum, i, result);
}

/* Each part of the lights is the first one again. Shown by more lights than a work-group has work-items. */
__kernel void lights4_first_part(__global const float *restrict points, __global const float4 *restrict lights,
                                 __global const float *restrict colors, __global float *restrict result, uint point_count,
                                 uint light_count) {
    __local float4 places[SG_GROUP_SIZE], falls[SG_GROUP_SIZE];
    const uint item = (uint)get_local_id(0), first = (uint)get_group_id(0) * (SG_GROUP_SIZE * PER_ITEM) + item;
    tile_threes at, sum = {{(many)(0.0f)}, {(many)(0.0f)}, {(many)(0.0f)}};
    tile_read(points, first, point_count, &at);
    for (uint from = 0; from < light_count; from += SG_GROUP_SIZE) {
        tile_prepare(lights, colors, item, light_count, &places[item], &falls[item]);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint count = min(light_count - from, (uint)SG_GROUP_SIZE);
        for (uint j = 0; j < count; ++j) tile_add(places[j], falls[j], &at, &sum);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    tile_write(&sum, first, point_count, result);
}
