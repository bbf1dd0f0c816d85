/* scalarize: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of scalarize.cl. No kernel reads or writes outside its arrays.
 */
#include "sg/sg.h"
#include "scalarize/scalarize.h"

/* How scalarize_waterfall starts, its turns as long as lanes are `left`, and how it ends. WORK is what a turn of the lanes
 * with the key of `leader` does, for whom `mine` holds. */
#define START                                                                                                \
    const uint i = (uint)get_global_id(0);                                                                   \
    const scalarize_work work = load_work(points, normals, which, kinds, i, n, light_count);                 \
    float bright = 0.0f;                                                                                     \
    uint turns = 0;
#define WATERFALL(key, WORK)                                                                                 \
    while (!sg_mask_none(left)) {                                                                            \
        const uint leader = sg_mask_lowest(left), value = sg_broadcast(sg, key, leader);                     \
        const int mine = (key) == value;                                                                     \
        left = sg_mask_andnot(left, sg_ballot(sg, mine));                                                    \
        WORK;                                                                                                \
        ++turns;                                                                                             \
    }
#define FINISH                                                                                               \
    if (i < n) result[i] = work.key != NOTHING ? bright : 0.0f;                                              \
    measure_turns(sg, measures, work.key, turns);

/* The mask is kept in one uint: with sub-groups of 64 lanes and more the upper ones never get a turn. */
SG_KERNEL void scalarize_cut_mask(__global const float *restrict points, __global const float *restrict normals,
                                  __global const uint *restrict which, __global const uint *restrict kinds,
                                  __global const float4 *restrict lights, __global float *restrict result,
                                  __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    START
    uint left = sg_mask_words(sg_ballot(sg, work.key != NOTHING)).x;
    while (left != 0) {
        const uint value = sg_broadcast(sg, work.key, 31u - clz(left & (0u - left)));
        const int mine = work.key == value && sg_lane(sg) < 32u;
        left &= ~sg_mask_words(sg_ballot(sg, mine)).x;
        if (mine) bright = shade_turn(value, work, kinds, lights);
        ++turns;
    }
    FINISH
}

/* Published: whether all agree is asked of one uint. Where the first 32 lanes do, the others get their light. */
SG_KERNEL void scalarize_cut_agree(__global const float *restrict points, __global const float *restrict normals,
                                   __global const uint *restrict which, __global const uint *restrict kinds,
                                   __global const float4 *restrict lights, __global float *restrict result,
                                   __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    START
    sg_mask left = sg_ballot(sg, work.key != NOTHING);
    const uint first = sg_broadcast(sg, work.key, sg_mask_lowest(left) & (SG_WIDTH - 1u));
    const sg_mask agree = sg_ballot(sg, work.key == first);
    if (first != NOTHING && sg_mask_words(agree).x == sg_mask_words(left).x) {
        bright = shade_turn(first, work, kinds, lights);
        left = sg_mask_empty();
        turns = 1;
    }
    WATERFALL(work.key, if (mine) bright = shade_turn(value, work, kinds, lights))
    FINISH
}

/* The lane that says whose turn it is leaves without having worked. */
SG_KERNEL void scalarize_lost_lane(__global const float *restrict points, __global const float *restrict normals,
                                   __global const uint *restrict which, __global const uint *restrict kinds,
                                   __global const float4 *restrict lights, __global float *restrict result,
                                   __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    START
    sg_mask left = sg_ballot(sg, work.key != NOTHING);
    WATERFALL(work.key, if (mine && sg_lane(sg) != leader) bright = shade_turn(value, work, kinds, lights))
    FINISH
}

/* Whoever is there works in every turn: lanes that had theirs end with the last turn's kind. */
SG_KERNEL void scalarize_all_lanes(__global const float *restrict points, __global const float *restrict normals,
                                   __global const uint *restrict which, __global const uint *restrict kinds,
                                   __global const float4 *restrict lights, __global float *restrict result,
                                   __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    START
    sg_mask left = sg_ballot(sg, work.key != NOTHING);
    WATERFALL(work.key, bright = shade_turn(value, work, kinds, lights))
    FINISH
}

/* Lanes that share a kind take the leading lane's light too. Shown by lights of one kind. */
SG_KERNEL void scalarize_leaders_light(__global const float *restrict points, __global const float *restrict normals,
                                       __global const uint *restrict which, __global const uint *restrict kinds,
                                       __global const float4 *restrict lights, __global float *restrict result,
                                       __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    START
    sg_mask left = sg_ballot(sg, work.key != NOTHING);
    WATERFALL(work.key, const uint light = sg_broadcast(sg, work.which, leader);
              if (mine) bright = shade(kinds[light], lights + 4u * light, work.p, work.normal))
    FINISH
}

/* Whether all agree is asked of the first and the last lane alone. */
SG_KERNEL void scalarize_ends_agree(__global const float *restrict points, __global const float *restrict normals,
                                    __global const uint *restrict which, __global const uint *restrict kinds,
                                    __global const float4 *restrict lights, __global float *restrict result,
                                    __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    START
    sg_mask left = sg_ballot(sg, work.key != NOTHING);
    const uint first = sg_broadcast(sg, work.key, 0u), last = sg_broadcast(sg, work.key, SG_WIDTH - 1u);
    if (first != NOTHING && first == last) {
        bright = shade_turn(first, work, kinds, lights);
        left = sg_mask_empty();
        turns = 1;
    }
    WATERFALL(work.key, if (mine) bright = shade_turn(value, work, kinds, lights))
    FINISH
}

/* Lanes past the end take part, as if they had key 0. Nothing wrong is stored; but where no other lane has that key, it
 * takes a turn more, and a sub-group whose lanes agree does not take its one. */
SG_KERNEL void scalarize_tail(__global const float *restrict points, __global const float *restrict normals,
                              __global const uint *restrict which, __global const uint *restrict kinds,
                              __global const float4 *restrict lights, __global float *restrict result,
                              __global uint *measures, uint n, uint light_count SG_PARAMS) {
    SG_BEGIN(sg);
    START
    const uint key = i < n ? work.key : 0u;
    sg_mask left = sg_ballot(sg, key != NOTHING);
    WATERFALL(key, if (mine && i < n) bright = shade_turn(value, work, kinds, lights))
    FINISH
}
