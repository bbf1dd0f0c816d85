/* lights4/tile: the points of a work-item, and one light for all of them.
 * SPDX-License-Identifier: MIT */
#ifndef LIGHTS4_TILE_H_INCLUDED
#define LIGHTS4_TILE_H_INCLUDED

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
} tile_many;

typedef struct {
    tile_many x, y, z;
} tile_threes;

/* Reads every SG_GROUP_SIZE-th point from `first` on; past the end it repeats the last point. */
static inline void tile_read(__global const float *restrict points, uint first, uint point_count,
                             tile_threes *at) {
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k) {
        const float3 p = vload3(min(first + k * SG_GROUP_SIZE, point_count - 1u), points);
        at->x.one[k] = p.x;
        at->y.one[k] = p.y;
        at->z.one[k] = p.z;
    }
}

static inline void tile_write(const tile_threes *sum, uint first, uint point_count,
                              __global float *restrict result) {
#pragma unroll
    for (uint k = 0; k < PER_ITEM; ++k)
        if (first + k * SG_GROUP_SIZE < point_count)
            vstore3((float3)(sum->x.one[k], sum->y.one[k], sum->z.one[k]), first + k * SG_GROUP_SIZE, result);
}

/* Position and r^2 of light j; `fall` gets -colour / r^2. */
static inline float4 tile_light(__global const float4 *restrict lights, __global const float *restrict colors,
                                uint j, uint light_count, float4 *fall) {
    const float4 light = lights4_light(lights, j, light_count);
    const float square = light.w * light.w;
    *fall = (float4)(lights4_color(colors, light, j, light_count) / -fmax(square, FLT_MIN), 0.0f);
    return (float4)(light.xyz, square);
}

static inline void tile_add(float4 place, float4 fall, const tile_threes *at, tile_threes *sum) {
    const many dx = at->x.all - place.x, dy = at->y.all - place.y, dz = at->z.all - place.z;
    many rest = dx * dx - place.w + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
    rest = min(rest, (many)(0.0f));
#endif
    sum->x.all += rest * fall.x;
    sum->y.all += rest * fall.y;
    sum->z.all += rest * fall.z;
}

#endif
