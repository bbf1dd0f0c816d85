/* lights4: point lights, how they fall off, and four of them as one record. SPDX-License-Identifier: MIT
 *
 * A light in memory is (position, radius). At distance d its colour is weighed by 1 - d^2 / r^2. Outside of
 * its radius that is negative, and ATTENUATION says what then: clamped, it is taken for 0; signed, it is used
 * as it is. A radius that is not above LIGHTS4_LEAST_RADIUS is no light.
 */
#ifndef LIGHTS4_H_INCLUDED
#define LIGHTS4_H_INCLUDED

/* Squares of smaller radii are too small for a float. */
#define LIGHTS4_LEAST_RADIUS 1e-18f

/* Four lights, component by component. red and others: their colours; fall_red and others: -colour / r^2.
 * Places that have no light hold 0 everywhere, and so add nothing. */
typedef struct lights4_four {
    float4 x, y, z, square; /* square: r^2 */
    float4 red, green, blue;
    float4 fall_red, fall_green, fall_blue;
} lights4_four;
#define LIGHTS4_WORDS 10 /* of float4 in memory */

/* Lights 4 g to 4 g + 3, as far as there are that many. */
static inline lights4_four lights4_gather(__global const float4 *restrict lights,
                                          __global const float *restrict colors, uint g, uint light_count) {
    float x[4], y[4], z[4], square[4], red[4], green[4], blue[4], over[4];
#pragma unroll
    for (uint k = 0; k < 4; ++k) {
        const uint j = 4u * g + k;
        const float4 light = j < light_count ? lights[j] : (float4)(0.0f);
        const int there = light.w > LIGHTS4_LEAST_RADIUS;
        const float3 color = there ? vload3(j, colors) : (float3)(0.0f);
        x[k] = there ? light.x : 0.0f;
        y[k] = there ? light.y : 0.0f;
        z[k] = there ? light.z : 0.0f;
        square[k] = there ? light.w * light.w : 0.0f;
        over[k] = there ? square[k] : 1.0f;
        red[k] = color.x;
        green[k] = color.y;
        blue[k] = color.z;
    }
    lights4_four four;
    const float4 divisor = -vload4(0, over);
    four.x = vload4(0, x);
    four.y = vload4(0, y);
    four.z = vload4(0, z);
    four.square = vload4(0, square);
    four.red = vload4(0, red);
    four.green = vload4(0, green);
    four.blue = vload4(0, blue);
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

/* What four lights add, each in a lane of its own of a vector. */
typedef struct lights4_sum {
    float4 red, green, blue;
} lights4_sum;

static inline lights4_sum lights4_dark(void) {
    const lights4_sum sum = {(float4)(0.0f), (float4)(0.0f), (float4)(0.0f)};
    return sum;
}

static inline float3 lights4_total(lights4_sum sum) {
    return (float3)((sum.red.x + sum.red.y) + (sum.red.z + sum.red.w),
                    (sum.green.x + sum.green.y) + (sum.green.z + sum.green.w),
                    (sum.blue.x + sum.blue.y) + (sum.blue.z + sum.blue.w));
}

/* As published: 1 - d^2 / r^2 times the colour is colour + d^2 (-colour / r^2), one multiply-add. Clamping
 * d^2 at r^2 is the same as clamping the attenuation at 0, but for rounding: out there some 2^-24 of the
 * colour is left. */
static inline void lights4_add(lights4_four four, float3 p, lights4_sum *sum) {
    const float4 dx = p.x - four.x, dy = p.y - four.y, dz = p.z - four.z;
    float4 square = dx * dx + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
    square = fmin(square, four.square);
#endif
    sum->red += square * four.fall_red + four.red;
    sum->green += square * four.fall_green + four.green;
    sum->blue += square * four.fall_blue + four.blue;
}

/* With r^2 taken off while d^2 is summed up: (d^2 - r^2) (-colour / r^2) is the same, in one multiply-add,
 * which is also the sum over the lights. The colour itself is not needed, and outside of the radius the light
 * is exactly 0. */
static inline void lights4_add_rest(lights4_four four, float3 p, lights4_sum *sum) {
    const float4 dx = p.x - four.x, dy = p.y - four.y, dz = p.z - four.z;
    float4 rest = dx * dx - four.square + dy * dy + dz * dz;
#if ATTENUATION == ATTENUATION_CLAMPED
    rest = fmin(rest, 0.0f);
#endif
    sum->red += rest * four.fall_red;
    sum->green += rest * four.fall_green;
    sum->blue += rest * four.fall_blue;
}

#endif
