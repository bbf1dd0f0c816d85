/* lights4, several points per work-item, and the lights through local memory. SPDX-License-Identifier: MIT
 *
 * Arrays are those of lights4.cl. A work-group prepares SG_GROUP_SIZE lights at a time, one per work-item, and all its points
 * read them there, PER_ITEM points for each read. A work-item's points are one vector: registers side by side on a GPU, a
 * vector of a CPU. Each light as in lights4_rest: (d^2 - r^2) (-colour / r^2). Plain OpenCL C; flow is the same in the whole
 * work-group.
 */
#include "sg/sg.h"
#include "lights4/lights4.h"

#if PER_ITEM == 16
typedef float16 many;
#elif PER_ITEM == 8
typedef float8 many;
#elif PER_ITEM == 4
typedef float4 many;
#elif PER_ITEM == 2
typedef float2 many;
#else
typedef float many;
#endif

typedef union {
    many all;
    float one[PER_ITEM];
} points_of;

__kernel void lights4_tile(__global const float *restrict points, __global const float4 *restrict lights,
                           __global const float *restrict colors, __global float *restrict result, uint point_count,
                           uint light_count) {
    __local float4 places[SG_GROUP_SIZE], falls[SG_GROUP_SIZE];
    const uint item = (uint)get_local_id(0), first = (uint)get_group_id(0) * (SG_GROUP_SIZE * PER_ITEM) + item;
    points_of x, y, z, red = {(many)(0.0f)}, green = {(many)(0.0f)}, blue = {(many)(0.0f)};
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) {
        const float3 p = vload3(min(first + k * SG_GROUP_SIZE, point_count - 1u), points);
        x.one[k] = p.x;
        y.one[k] = p.y;
        z.one[k] = p.z;
    }
    for (uint from = 0; from < light_count; from += SG_GROUP_SIZE) {
        const float4 light = lights4_light(lights, from + item, light_count);
        const float square = light.w * light.w;
        places[item] = (float4)(light.xyz, square);
        falls[item] = (float4)(lights4_color(colors, light, from + item, light_count) / -fmax(square, FLT_MIN), 0.0f);
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint count = min(light_count - from, (uint)SG_GROUP_SIZE);
        for (uint j = 0; j < count; ++j) {
            const float4 place = places[j], fall = falls[j];
            const many dx = x.all - place.x, dy = y.all - place.y, dz = z.all - place.z;
            many rest = dx * dx - place.w + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
            rest = min(rest, (many)(0.0f));
#endif
            red.all += rest * fall.x;
            green.all += rest * fall.y;
            blue.all += rest * fall.z;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k)
        if (first + k * SG_GROUP_SIZE < point_count)
            vstore3((float3)(red.one[k], green.one[k], blue.one[k]), first + k * SG_GROUP_SIZE, result);
}
