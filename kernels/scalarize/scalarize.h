/* scalarize: lights of four kinds, and the light that a surface receives.
 * SPDX-License-Identifier: MIT
 *
 * A light in memory is four float4:
 *   0  position, radius                    no light arrives at the radius and beyond
 *   1  direction, of length 1              of spot, directional, area
 *   2  spot: cosine of the outer angle, of the inner one. area: first axis, of length 1, and half the width
 *   3  area: second axis, of length 1, and half the height
 */
#ifndef SCALARIZE_H_INCLUDED
#define SCALARIZE_H_INCLUDED

#define POINT 0u
#define SPOT 1u
#define DIRECTIONAL 2u
#define AREA 3u
#define KINDS 4u
#define NOTHING 0xffffffffu /* the key of a lane without work */

/* The order is fixed, unlike that of the built-in dot, because the reference bounds the error of each
 * operation. */
static inline float dot3(float3 a, float3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* The light decreases with the distance and with the angle to the normal. */
static inline float arrives(float3 to, float length, float radius, float3 normal) {
    const float falloff = fmax(1.0f - length * length / (radius * radius), 0.0f);
    return falloff * fmax(dot3(normal, to) / length, 0.0f);
}

static inline float length_of(float3 to) {
    return sqrt(fmax(dot3(to, to), 1e-12f));
}

static inline float shade_point(__global const float4 *light, float3 p, float3 normal) {
    const float3 to = light[0].xyz - p;
    return arrives(to, length_of(to), light[0].w, normal);
}

/* The intensity increases linearly from the outer angle to the inner one. */
static inline float shade_spot(__global const float4 *light, float3 p, float3 normal) {
    const float3 to = light[0].xyz - p;
    const float length = length_of(to), outer = light[2].x, inner = light[2].y;
    const float cosine = -dot3(to, light[1].xyz) / length;
    const float ramp = fmin(fmax((cosine - outer) / (inner - outer), 0.0f), 1.0f);
    return arrives(to, length, light[0].w, normal) * ramp;
}

static inline float shade_directional(__global const float4 *light, float3 normal) {
    return fmax(-dot3(normal, light[1].xyz), 0.0f);
}

/* All light comes from the nearest point of the rectangle, which emits to one side only. */
static inline float shade_area(__global const float4 *light, float3 p, float3 normal) {
    const float3 from = p - light[0].xyz, across = light[2].xyz, down = light[3].xyz;
    const float s = fmin(fmax(dot3(from, across), -light[2].w), light[2].w);
    const float t = fmin(fmax(dot3(from, down), -light[3].w), light[3].w);
    const float3 to = (light[0].xyz + across * s + down * t) - p;
    const float length = length_of(to);
    return arrives(to, length, light[0].w, normal) * fmax(-dot3(to, light[1].xyz) / length, 0.0f);
}

static inline float shade(uint kind, __global const float4 *light, float3 p, float3 normal) {
    switch (kind) {
    case POINT: return shade_point(light, p, normal);
    case SPOT: return shade_spot(light, p, normal);
    case DIRECTIONAL: return shade_directional(light, normal);
    case AREA: return shade_area(light, p, normal);
    default: return 0.0f;
    }
}

/* `key` is NOTHING past the end and for a light out of range or of no kind; other fields are valid even
 * then. */
typedef struct scalarize_work {
    float3 p, normal;
    uint which, key;
} scalarize_work;

/* KEY chooses the value that lanes of a turn share: the kind of their light, or the light itself. */
static inline scalarize_work load_work(__global const float *restrict points,
                                       __global const float *restrict normals,
                                       __global const uint *restrict which,
                                       __global const uint *restrict kinds, uint i, uint n, uint lights) {
    const uint at = min(i, n - 1u);
    scalarize_work work = {vload3(at, points), vload3(at, normals), which[at], NOTHING};
    const int there = i < n && work.which < lights;
    work.which = there ? work.which : 0u;
    const uint kind = there ? kinds[work.which] : NOTHING;
#if KEY == KEY_KIND
    if (kind < KINDS) work.key = kind;
#else
    if (kind < KINDS) work.key = work.which;
#endif
    return work;
}

/* `value` is uniform, so the kind is too, and with KEY_LIGHT all data of the light. */
static inline float shade_turn(uint value, scalarize_work work, __global const uint *kinds,
                               __global const float4 *lights) {
#if KEY == KEY_KIND
    return shade(value, lights + 4u * work.which, work.p, work.normal);
#else
    (void)work.which;
    return shade(kinds[value], lights + 4u * value, work.p, work.normal);
#endif
}

/* Counts turns and different keys. Inlined because of defect D16. */
#if MEASURES
__attribute__((always_inline)) static inline void measure_turns(sg_t sg, volatile __global uint *measures,
                                                                uint key, uint turns) {
    const sg_mask same = sg_match_any(sg, key);
    const int first = key != NOTHING && sg_mask_lowest(same) == sg_lane(sg);
    const uint keys = sg_mask_count(sg_ballot(sg, first));
    if (sg_lane(sg) == 0) {
        atomic_add(measures + MEASURE_TURNS, turns);
        atomic_max(measures + MEASURE_MOST_TURNS, turns);
        atomic_add(measures + MEASURE_AGREED, turns == 1u ? 1u : 0u);
        atomic_add(measures + MEASURE_ASTRAY, turns > keys ? turns - keys : keys - turns);
    }
}
#else
#define measure_turns(sg, measures, key, turns) ((void)(turns))
#endif

#endif
