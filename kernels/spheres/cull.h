/* spheres: visits only the spheres that can reach one of a work-group's points.
 * SPDX-License-Identifier: MIT
 *
 * Each lane has a point; neighbours should be close together. Spheres are tested twice, from last to first. A
 * work-group tests a sphere per work-item against the box around all its points, and stores the numbers of
 * spheres in reach in local memory, in order (near). Each sub-group tests W of these against the box around
 * its own points; a ballot selects the spheres that all lanes visit (reaching, shades).
 *
 * A lane is done if later spheres keep at most 2^-24: the rest could change its colour by at most one
 * rounding. A sub-group or work-group stops if all its lanes are done.
 *
 * Requires: work-groups of SG_GROUP_SIZE. Costs: 6 reductions. For each SG_GROUP_SIZE spheres a ballot, a
 * barrier and about 20 operations per work-item. A ballot, a vote and about 15 operations per W near spheres.
 * 15 operations per visited sphere with 4 channels. Local memory: 40 bytes per work-item and per sub-group.
 */
#ifndef SPHERES_CULL_H_INCLUDED
#define SPHERES_CULL_H_INCLUDED

#include "spheres/spheres.h"

#define CULL_DONE 0x1p-24f
/* The distance to a box is rounded: spheres that miss it by this factor are visited too. */
#define CULL_TOUCHES 1.00001f
/* Near spheres that wait for the second test, and one more step's. */
#define CULL_ROOM (2u * SG_GROUP_SIZE)

#define CULL_PLUS(a, b) ((a) + (b))
SG_STAMP_GROUP_SCAN(cull_counts_before, uint, CULL_PLUS)

/* Without points `low` is infinity and `high` minus infinity, so that no sphere reaches the box. */
typedef struct {
    float3 low, high;
} cull_box;

/* A NaN coordinate can only enlarge the box. If operations are barriers, every lane reads all points, because
 * six reductions would dominate the compile time. `places`: local memory, an element per work-item. */
__attribute__((always_inline)) static inline cull_box cull_own_box(sg_t sg, float3 p, int has_point,
                                                                   __local float4 *places) {
    const float3 q = (float3)(p.x == p.x ? p.x : 0.0f, p.y == p.y ? p.y : 0.0f, p.z == p.z ? p.z : 0.0f);
#if SG_USES_LOCAL
    const uint first = sg_id(sg) * SG_WIDTH;
    cull_box box = {(float3)(INFINITY), (float3)(-INFINITY)};
    places[first + sg_lane(sg)] = (float4)(q, has_point ? 1.0f : 0.0f);
    sg_barrier_local(sg);
    for (uint i = 0; i < SG_WIDTH; ++i) {
        const float4 place = places[first + i];
        box.low = place.w > 0.0f ? fmin(box.low, place.xyz) : box.low;
        box.high = place.w > 0.0f ? fmax(box.high, place.xyz) : box.high;
    }
#else
    const float3 low = has_point ? q : (float3)(INFINITY), high = has_point ? q : (float3)(-INFINITY);
    const cull_box box = {
        (float3)(sg_reduce_min(sg, low.x), sg_reduce_min(sg, low.y), sg_reduce_min(sg, low.z)),
        (float3)(sg_reduce_max(sg, high.x), sg_reduce_max(sg, high.y), sg_reduce_max(sg, high.z))};
#endif
    return box;
}

__attribute__((always_inline)) static inline cull_box cull_group_box(sg_t sg, cull_box own,
                                                                     __local cull_box *boxes) {
    if (sg_lane(sg) == 0) boxes[sg_id(sg)] = own;
    sg_group_barrier_local(sg);
    cull_box all = boxes[0];
    SG_UNROLL_PARTS
    for (uint k = 1; k < SG_GROUP_PARTS; ++k) {
        all.low = fmin(all.low, boxes[k].low);
        all.high = fmax(all.high, boxes[k].high);
    }
    return all;
}

/* 1 if a weighed sphere can reach it. */
static inline int cull_touches(float4 s, cull_box box) {
    const float3 d = fmax(fmax(box.low - s.xyz, s.xyz - box.high), (float3)(0.0f));
    const float square = d.x * d.x + d.y * d.y + d.z * d.z;
#if MODEL == MODEL_LINEAR
    return !(sqrt(square) * s.w > CULL_TOUCHES);
#else
    return !(square * s.w > CULL_TOUCHES);
#endif
}

typedef struct {
    __local cull_box *boxes;    /* [SG_GROUP_PARTS] */
    __local uint *counts;       /* [2 * SG_GROUP_PARTS], halves used alternately */
    __local uint *near;         /* [CULL_ROOM] */
    __local float4 *reaching;   /* [SG_GROUP_SIZE] */
    __local lerp_color *shades; /* [SG_GROUP_SIZE] */
} cull_memory;
#define CULL_MEMORY(name)                                                                                    \
    __local cull_box cull_boxes[SG_GROUP_PARTS];                                                             \
    __local uint cull_counts[2 * SG_GROUP_PARTS];                                                            \
    __local uint cull_near[CULL_ROOM];                                                                       \
    __local float4 cull_reaching[SG_GROUP_SIZE];                                                             \
    __local lerp_color cull_shades[SG_GROUP_SIZE];                                                           \
    const cull_memory name = {cull_boxes, cull_counts, cull_near, cull_reaching, cull_shades}

/* Tests a sphere per work-item, from number `done` on, counted from the last sphere. Appends the numbers of
 * spheres that can reach the box of all points to the `waiting` ones, in order; returns their count. */
__attribute__((always_inline)) static inline uint cull_find(sg_t sg, __global const float4 *spheres,
                                                            uint sphere_count, uint done, cull_box all,
                                                            uint waiting, __local uint *counts,
                                                            cull_memory memory) {
    const uint lane = sg_lane(sg), j = done + sg_id(sg) * SG_WIDTH + lane;
    const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
    const int is_near = j < sphere_count && cull_touches(spheres_weigh(spheres[s]), all);
    const sg_mask found = sg_ballot(sg, is_near);
    uint found_by_all;
    const uint before = cull_counts_before(sg, sg_mask_count(found), 0u, counts, &found_by_all);
    if (is_near) memory.near[waiting + before + sg_mask_count_below(found, lane)] = s;
    return found_by_all;
}

/* Tests the waiting spheres against the box of the sub-group's points; all lanes visit spheres in reach. Each
 * adds to *sum, the lane's colour, and reduces *carry, the part left by later spheres. By address, because a
 * compiler kept a returned structure in memory. */
__attribute__((always_inline)) static inline void cull_visit(sg_t sg, __global const float4 *spheres,
                                                             __global const float *colors, float3 p,
                                                             cull_box own, uint waiting, cull_memory memory,
                                                             lerp_color *sum, float *carry) {
    const uint own_first = sg_id(sg) * SG_WIDTH, lane = sg_lane(sg);
    for (uint first = 0; first < waiting; first += SG_WIDTH) {
        const uint k = min(first + lane, waiting - 1u);
        const float4 sphere = spheres_weigh(spheres[memory.near[k]]);
        const int wanted = sg_any(sg, *carry > CULL_DONE);
        const sg_mask left = sg_ballot(sg, wanted && first + lane < waiting && cull_touches(sphere, own));
        SG_SHOW(sg, "carry", *carry);
        SG_SHOW_MASK(sg, "left", left);
        if (sg_mask_bit(left, lane)) {
            const uint at = own_first + sg_mask_count_below(left, lane);
            memory.reaching[at] = sphere;
            memory.shades[at] = lerp_load(colors, memory.near[k]);
        }
        sg_barrier_local(sg);
        /* A `carry` of at most CULL_DONE becomes 0, so that colours do not depend on neighbours. */
        for (uint v = 0; v < sg_mask_count(left); ++v) {
            const float kept = *carry * spheres_keep(memory.reaching[own_first + v], p);
            *sum += memory.shades[own_first + v] * (*carry - kept);
            *carry = kept > CULL_DONE ? kept : 0.0f;
        }
        sg_barrier_local(sg);
    }
}

/* The colour of this lane's point p, if it has one. */
__attribute__((always_inline)) static inline lerp_color cull_color(sg_t sg, __global const float4 *spheres,
                                                                   __global const float *colors,
                                                                   uint sphere_count, float3 p, int has_point,
                                                                   cull_memory memory) {
    const cull_box own = cull_own_box(sg, p, has_point, memory.reaching);
    const cull_box all = cull_group_box(sg, own, memory.boxes);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = has_point ? 1.0f : 0.0f;
    uint done = 0, turn = 0; /* turn: the start of the half of `counts` to use next */
    int more = 1;
    while (more && done < sphere_count) {
        uint waiting = 0;
        for (; waiting <= CULL_ROOM - SG_GROUP_SIZE && done < sphere_count; done += SG_GROUP_SIZE) {
            waiting += cull_find(sg, spheres, sphere_count, done, all, waiting, memory.counts + turn, memory);
            turn = SG_GROUP_PARTS - turn;
        }
        sg_group_barrier_local(sg);
        cull_visit(sg, spheres, colors, p, own, waiting, memory, &sum, &carry);
        more = sg_group_any(sg, carry > CULL_DONE, memory.counts + turn);
        turn = SG_GROUP_PARTS - turn;
    }
    return sum;
}

#endif
