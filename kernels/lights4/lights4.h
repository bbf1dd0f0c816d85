/* lights4: point lights, their attenuation, and four of them as one record.
 * SPDX-License-Identifier: MIT
 *
 * A light in memory is (position, radius). At distance d its colour has the weight 1 - d^2 / r^2. Outside the
 * radius the weight is negative: ATTENUATION clamps it to 0 or keeps it.
 */
#ifndef LIGHTS4_H_INCLUDED
#define LIGHTS4_H_INCLUDED

/* The square of a smaller radius underflows. */
#define LIGHTS4_LEAST_RADIUS 1e-18f

/* Four lights, component by component. fall_red, fall_green, fall_blue: -colour / r^2. A place without a
 * light holds 0 everywhere and adds nothing. */
typedef struct lights4_four {
    float4 x, y, z, square; /* square: r^2 */
    float4 red, green, blue;
    float4 fall_red, fall_green, fall_blue;
} lights4_four;
#define LIGHTS4_WORDS 10 /* size in memory, in float4 */

/* 0 if there is no light j or its radius is not above LIGHTS4_LEAST_RADIUS. */
static inline float4 lights4_light(__global const float4 *restrict lights, uint j, uint light_count) {
    const float4 light = lights[min(j, light_count - 1u)];
    return j < light_count && light.w > LIGHTS4_LEAST_RADIUS ? light : (float4)(0.0f);
}

static inline float3 lights4_color(__global const float *restrict colors, float4 light, uint j,
                                   uint light_count) {
    const float3 color = vload3(min(j, light_count - 1u), colors);
    return light.w > 0.0f ? color : (float3)(0.0f);
}

/* Lights 4 g to 4 g + 3, filled with 0. Requires light_count above 0. */
static inline lights4_four lights4_gather(__global const float4 *restrict lights,
                                          __global const float *restrict colors, uint g, uint light_count) {
    const uint j = 4u * g;
    const float4 a = lights4_light(lights, j, light_count), b = lights4_light(lights, j + 1u, light_count),
                 c = lights4_light(lights, j + 2u, light_count),
                 d = lights4_light(lights, j + 3u, light_count);
    const float3 of_a = lights4_color(colors, a, j, light_count),
                 of_b = lights4_color(colors, b, j + 1u, light_count),
                 of_c = lights4_color(colors, c, j + 2u, light_count),
                 of_d = lights4_color(colors, d, j + 3u, light_count);
    const float4 radius = (float4)(a.w, b.w, c.w, d.w);
    lights4_four four;
    four.x = (float4)(a.x, b.x, c.x, d.x);
    four.y = (float4)(a.y, b.y, c.y, d.y);
    four.z = (float4)(a.z, b.z, c.z, d.z);
    four.square = radius * radius;
    four.red = (float4)(of_a.x, of_b.x, of_c.x, of_d.x);
    four.green = (float4)(of_a.y, of_b.y, of_c.y, of_d.y);
    four.blue = (float4)(of_a.z, of_b.z, of_c.z, of_d.z);
    /* Prevents 0 / 0: a square below FLT_MIN belongs to no light. */
    const float4 divisor = -fmax(four.square, FLT_MIN);
    four.fall_red = four.red / divisor;
    four.fall_green = four.green / divisor;
    four.fall_blue = four.blue / divisor;
    return four;
}

static inline lights4_four lights4_load(__global const float4 *restrict prepared, uint g) {
    __global const float4 *from = prepared + (size_t)g * LIGHTS4_WORDS;
    const lights4_four four = {from[0], from[1], from[2], from[3], from[4],
                               from[5], from[6], from[7], from[8], from[9]};
    return four;
}

static inline float lights4_sum(float sum, float4 weight, float4 fall) {
    return sum + weight.x * fall.x + weight.y * fall.y + weight.z * fall.z + weight.w * fall.w;
}

/* As published: (1 - d^2 / r^2) colour is colour + d^2 (-colour / r^2), one multiply-add. Clamping d^2 at r^2
 * clamps the attenuation at 0; by rounding up to 2^-24 of the colour remains outside. */
static inline float3 lights4_add(lights4_four four, float3 p, float3 sum) {
    const float4 dx = p.x - four.x, dy = p.y - four.y, dz = p.z - four.z;
    float4 square = dx * dx + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
    square = fmin(square, four.square);
#endif
    const float4 red = square * four.fall_red + four.red, green = square * four.fall_green + four.green,
                 blue = square * four.fall_blue + four.blue;
    return sum + (float3)((red.x + red.y) + (red.z + red.w), (green.x + green.y) + (green.z + green.w),
                          (blue.x + blue.y) + (blue.z + blue.w));
}

/* (d^2 - r^2) (-colour / r^2) is the same in one multiply-add, also the sum over the lights: without the
 * colour itself, and exactly 0 outside the radius. */
static inline float3 lights4_add_rest(lights4_four four, float3 p, float3 sum) {
    const float4 dx = p.x - four.x, dy = p.y - four.y, dz = p.z - four.z;
    float4 rest = dx * dx - four.square + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
    rest = fmin(rest, 0.0f);
#endif
    return (float3)(lights4_sum(sum.x, rest, four.fall_red), lights4_sum(sum.y, rest, four.fall_green),
                    lights4_sum(sum.z, rest, four.fall_blue));
}

#endif
