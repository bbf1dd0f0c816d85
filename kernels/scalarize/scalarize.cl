/* scalarize: each lane shades with its own light, of one of four kinds.
 * SPDX-License-Identifier: MIT
 *
 *   points[n, 3], normals[n, 3], which[n], kinds[light_count], lights[light_count, 4] (scalarize.h)  ->  result[n]
 *
 * The result is 0 if the light is out of range or of no kind. switch executes a branch per kind among a sub-group's
 * lanes; waterfall and fast execute a turn per different key, each with a broadcast and a ballot. These require
 * sub-group-uniform flow only: finished lanes stay in the loop, and `left` marks the others.
 */
#include "sg/sg.h"
#include "scalarize/scalarize.h"

/* Plain OpenCL C. */
__kernel void scalarize_switch(__global const float *restrict points, __global const float *restrict normals,
                               __global const uint *restrict which, __global const uint *restrict kinds,
                               __global const float4 *restrict lights, __global float *restrict result, uint n,
                               uint light_count) {
    const uint i = (uint)get_global_id(0);
    if (i >= n) return;
    const uint light = which[i];
    float bright = 0.0f;
    if (light < light_count) bright = shade(kinds[light], lights + 4u * light, vload3(i, points), vload3(i, normals));
    result[i] = bright;
}

/* The first lane in `left` broadcasts its key, and all lanes with that key work and leave the mask. Returns the number
 * of turns. Always inlined: defect D16.
 */
__attribute__((always_inline)) static inline uint take_turns(sg_t sg, sg_mask left, scalarize_work work,
                                                             __global const uint *kinds,
                                                             __global const float4 *lights, float *bright) {
    uint turns = 0;
    while (!sg_mask_none(left)) {
        const uint value = sg_broadcast(sg, work.key, sg_mask_lowest(left));
        const sg_mask turn = sg_ballot(sg, work.key == value);
        const int mine = sg_mask_bit(turn, sg_lane(sg));
        SG_SHOW(sg, "turn of", value);
        SG_SHOW(sg, "mine", mine);
        left = sg_mask_andnot(left, turn);
        SG_SHOW_MASK(sg, "left", left);
        if (mine) *bright = shade_turn(value, work, kinds, lights);
        ++turns;
    }
    return turns;
}

SG_KERNEL void scalarize_waterfall(__global const float *restrict points, __global const float *restrict normals,
                                   __global const uint *restrict which, __global const uint *restrict kinds,
                                   __global const float4 *restrict lights, __global float *restrict result,
                                   __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const scalarize_work work = load_work(points, normals, which, kinds, i, n, light_count);
    float bright = 0.0f;
    SG_SHOW(sg, "key", work.key);
    const uint turns = take_turns(sg, sg_ballot(sg, work.key != NOTHING), work, kinds, lights, &bright);
    if (i < n) result[i] = bright;
    measure_turns(sg, measures, work.key, turns);
}

/* One turn without a mask if all lanes agree, otherwise the waterfall. */
SG_KERNEL void scalarize_fast(__global const float *restrict points, __global const float *restrict normals,
                              __global const uint *restrict which, __global const uint *restrict kinds,
                              __global const float4 *restrict lights, __global float *restrict result,
                              __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    const uint i = (uint)get_global_id(0);
    const scalarize_work work = load_work(points, normals, which, kinds, i, n, light_count);
    float bright = 0.0f;
    uint turns = 0;
    sg_mask left = sg_ballot(sg, work.key != NOTHING);
    const uint first = sg_broadcast(sg, work.key, sg_mask_lowest(left) & (SG_WIDTH - 1u));
    const sg_mask agree = sg_ballot(sg, work.key == first);
    if (first != NOTHING && sg_mask_equal(agree, left)) {
        bright = shade_turn(first, work, kinds, lights);
        left = sg_mask_empty();
        turns = 1;
    }
    SG_SHOW(sg, "key", work.key);
    SG_SHOW_MASK(sg, "agree", agree);
    SG_SHOW(sg, "fast", (int)turns);
    turns += take_turns(sg, left, work, kinds, lights, &bright);
    if (i < n) result[i] = work.key != NOTHING ? bright : 0.0f;
    measure_turns(sg, measures, work.key, turns);
}
