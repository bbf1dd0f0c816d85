/* objects: diffuse light on the points of objects, by all lights or by one direction per object.
 * SPDX-License-Identifier: MIT
 *
 *   points[n, 3], normals[n, 3], lights[m] (position, radius), colors[m, 3]  ->  result[n, 3]
 *
 * An object is OBJECT consecutive points. A light adds colour * max(1 - d^2 / r^2, 0) * max(normal . direction, 0).
 */
#include "sg/sg.h"
#include "lights4/lights4.h"

/* The light's vector at a point: its direction times its attenuation. 0 in the light's own place. */
static inline float3 objects_vector(float4 light, float3 p) {
    const float3 to = light.xyz - p;
    const float square = to.x * to.x + to.y * to.y + to.z * to.z;
    const float attenuation = fmax(1.0f - square / (light.w * light.w), 0.0f);
    return square > FLT_MIN ? to / sqrt(square) * attenuation : (float3)(0.0f);
}

static inline float objects_dot(float3 a, float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline float3 objects_all(__global const float4 *restrict lights, __global const float *restrict colors,
                                 uint light_count, float3 p, float3 normal) {
    float3 sum = (float3)(0.0f);
    for (uint j = 0; j < light_count; ++j) {
        const float4 light = lights[j];
        if (!(light.w > LIGHTS4_LEAST_RADIUS)) continue;
        sum += vload3(j, colors) * fmax(objects_dot(objects_vector(light, p), normal), 0.0f);
    }
    return sum;
}

__kernel void lights4_objects_points(__global const float *restrict points, __global const float *restrict normals,
                                     __global const float4 *restrict lights, __global const float *restrict colors,
                                     __global float *restrict result, uint point_count, uint light_count) {
    const size_t i = get_global_id(0);
    if (i >= point_count) return;
    vstore3(objects_all(lights, colors, light_count, vload3(i, points), vload3(i, normals)), i, result);
}

/* Between the middle of an object and its points. */
static inline float objects_move(float4 light, float distance, float radius) {
    const float area = light.w * light.w, attenuation = fmax(1.0f - distance * distance / area, 0.0f);
    const float sine = radius / distance;
    const float turn = sine < 1.0f ? sqrt(fmax(2.0f - 2.0f * sqrt(1.0f - sine * sine), 0.0f) + 1e-6f) : 2.0f;
    return fmin((2.0f * distance + radius) * radius / area, 1.0f) + attenuation * turn;
}

/* The error of one channel: the lights' vectors are added, and their sum has another direction than the object's light.
 * `weight` is the sum of the vectors' lengths. `loose` bounds the rounding of the squares. */
static inline float objects_merge_error(float3 vector, float weight, float3 direction, float loose) {
    const float lost = weight * weight - objects_dot(vector, vector) + loose * weight * weight;
    return 0.5f * sqrt(fmax(lost, 0.0f)) + length(vector - fmax(objects_dot(vector, direction), 0.0f) * direction);
}

/* Adds the lights at the object's middle, and takes their sum for all points if the error bound allows it. */
SG_KERNEL void lights4_objects_direction(__global const float *restrict points, __global const float *restrict normals,
                                         __global const float4 *restrict lights, __global const float *restrict colors,
                                         __global float *restrict result, uint point_count, uint light_count,
                                         float tolerance, __global uint *restrict measures SG_PARAMS) {
    SG_BEGIN(sg);
    const uint object = (uint)get_group_id(0) * sg_count(sg) + sg_id(sg);
    const uint first = min(object, (point_count - 1u) / OBJECT) * OBJECT, end = min(first + OBJECT, point_count);
    float3 least = (float3)(INFINITY), most = (float3)(-INFINITY);
    for (uint i = first + sg_lane(sg); i < end; i += SG_WIDTH) {
        const float3 p = vload3(i, points);
        least = fmin(least, p);
        most = fmax(most, p);
    }
    const float3 middle = (float3)(sg_reduce_min(sg, least.x) + sg_reduce_max(sg, most.x),
                                   sg_reduce_min(sg, least.y) + sg_reduce_max(sg, most.y),
                                   sg_reduce_min(sg, least.z) + sg_reduce_max(sg, most.z)) * 0.5f;
    float far = 0.0f;
    for (uint i = first + sg_lane(sg); i < end; i += SG_WIDTH) {
        const float distance = length(vload3(i, points) - middle);
        far = fmax(far, distance < 1e18f ? distance : INFINITY); /* NaN is no place to merge at */
    }
    const float radius = sg_reduce_max(sg, far) * 1.00001f;
    SG_SHOW(sg, "radius", radius);
    float3 red = (float3)(0.0f), green = red, blue = red, weight = red, moved = red;
    for (uint j = sg_lane(sg); j < light_count; j += SG_WIDTH) {
        const float4 light = lights[j];
        const float distance = length(light.xyz - middle);
        if (!(light.w > LIGHTS4_LEAST_RADIUS) || distance > (light.w + radius) * 1.00001f) continue;
        const float3 vector = objects_vector(light, middle), color = vload3(j, colors);
        const float3 sure = color >= 0.0f ? color : (float3)(INFINITY); /* the bound needs colours from 0 on */
        red += sure.x * vector;
        green += sure.y * vector;
        blue += sure.z * vector;
        weight += sure * length(vector);
        moved += sure * objects_move(light, distance, radius);
    }
    red = sg_reduce_add(sg, red);
    green = sg_reduce_add(sg, green);
    blue = sg_reduce_add(sg, blue);
    weight = sg_reduce_add(sg, weight);
    moved = sg_reduce_add(sg, moved);
    const float3 sum = red + green + blue;
    const float3 direction = length(sum) > 0.0f ? sum / length(sum) : (float3)(0.0f);
    const float loose = (float)(light_count + 16u) * 0x1p-22f;
    const float3 error = moved + (float3)(objects_merge_error(red, weight.x, direction, loose),
                                          objects_merge_error(green, weight.y, direction, loose),
                                          objects_merge_error(blue, weight.z, direction, loose));
    const float3 color = fmax((float3)(objects_dot(red, direction), objects_dot(green, direction),
                                       objects_dot(blue, direction)), 0.0f);
    /* Each comparison is false for NaN; a maximum would drop it. */
    const bool within = error.x * 1.001f <= tolerance && error.y * 1.001f <= tolerance && error.z * 1.001f <= tolerance;
    const bool merged = radius < 1e18f && within;
    SG_SHOW(sg, "error", error);
    for (uint i = first + sg_lane(sg); i < end && object * OBJECT < point_count; i += SG_WIDTH) {
        const float3 normal = vload3(i, normals);
        float3 light = color * fmax(objects_dot(direction, normal), 0.0f);
        if (!merged) light = objects_all(lights, colors, light_count, vload3(i, points), normal);
        vstore3(light, i, result);
    }
#if MEASURES
    if (merged && sg_lane(sg) == 0 && object * OBJECT < point_count) atomic_inc(&measures[MEASURE_MERGED]);
#endif
}
