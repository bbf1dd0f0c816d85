/* lights4: the light that points receive from many point lights.
 * SPDX-License-Identifier: MIT
 *
 *   points[point_count, 3], lights[light_count] (position, radius), colors[light_count, 3]  ->  result[point_count, 3]
 *
 * Costs per pair of a point and a light: `textbook` a square root, two divisions and 17 operations; the others at
 * most 14 operations (lights4.h). lights4_prepare writes LIGHTS4_WORDS float4 for four lights.
 */
#include "sg/sg.h"
#include "lights4/lights4.h"

/* The definition: light by light. */
__kernel void lights4_textbook(__global const float *restrict points, __global const float4 *restrict lights,
                               __global const float *restrict colors, __global float *restrict result, uint point_count,
                               uint light_count) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = vload3(i, points);
    float3 sum = (float3)(0.0f);
    for (uint j = 0; j < light_count; ++j) {
        const float4 light = lights[j];
        if (!(light.w > LIGHTS4_LEAST_RADIUS)) continue;
        const float3 to = light.xyz - p;
        const float far = sqrt(to.x * to.x + to.y * to.y + to.z * to.z);
        float attenuation = 1.0f - far * far / (light.w * light.w);
#if ATTENUATION == ATTENUATION_CLAMPED
        attenuation = fmax(attenuation, 0.0f);
#endif
        sum += vload3(j, colors) * attenuation;
    }
    vstore3(sum, i, result);
}

/* A work-item makes the record of four lights. */
__kernel void lights4_prepare(__global const float4 *restrict lights, __global const float *restrict colors,
                              __global float4 *restrict prepared, uint light_count) {
    const uint g = (uint)get_global_id(0);
    if (4u * g >= light_count) return;
    const lights4_four four = lights4_gather(lights, colors, g, light_count);
    __global float4 *to = prepared + (size_t)g * LIGHTS4_WORDS;
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.square;
    to[4] = four.red;
    to[5] = four.green;
    to[6] = four.blue;
    to[7] = four.fall_red;
    to[8] = four.fall_green;
    to[9] = four.fall_blue;
}

/* Positions transposed. */
__kernel void lights4_transposed(__global const float *restrict points, __global const float4 *restrict prepared,
                                 __global float *restrict result, uint point_count, uint fours) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = vload3(i, points);
    float3 sum = (float3)(0.0f);
    for (uint g = 0; g < fours; ++g) sum = lights4_add(lights4_load(prepared, g), p, sum);
    vstore3(sum, i, result);
}

__kernel void lights4_rest(__global const float *restrict points, __global const float4 *restrict prepared,
                           __global float *restrict result, uint point_count, uint fours) {
    const uint i = (uint)get_global_id(0);
    if (i >= point_count) return;
    const float3 p = vload3(i, points);
    float3 sum = (float3)(0.0f);
    for (uint g = 0; g < fours; ++g) sum = lights4_add_rest(lights4_load(prepared, g), p, sum);
    vstore3(sum, i, result);
}

/* For few points and many lights: each lane reads every W-th record. */
SG_KERNEL void lights4_lanes(__global const float *restrict points, __global const float4 *restrict prepared,
                             __global float *restrict result, uint point_count, uint fours SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const float3 p = vload3(min(i, point_count - 1u), points);
    float3 sum = (float3)(0.0f);
    for (uint g = sg_lane(sg); g < fours; g += SG_WIDTH) sum = lights4_add_rest(lights4_load(prepared, g), p, sum);
    SG_SHOW(sg, "own", sum);
    const float3 total = sg_reduce_add(sg, sum);
    SG_SHOW(sg, "total", total);
    if (sg_lane(sg) == 0 && i < point_count) vstore3(total, i, result);
}
