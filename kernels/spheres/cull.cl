/* spheres, for points that lie close together: only the spheres that can reach one of them are visited.
 * SPDX-License-Identifier: MIT
 *
 * Arrays are those of spheres.cl. Each lane has a point. Of an image (width > 0) a sub-group takes a block of CULL_COLUMNS x
 * CULL_ROWS pixels and a work-group a block of such blocks; else both take points that stand one behind the other, under
 * SORTED in the order that sort.cl has found. Two tests against boxes, from the last sphere to the first:
 *
 *   the work-group   a sphere per work-item against the box around all its points; the numbers of those that can reach it
 *                    are put into local memory, in their order (near);
 *   a sub-group      W of those against the box around its own points; what a ballot says can matter is put into local
 *                    memory (reaching, shades), and all lanes visit it.
 *
 * A lane of which later spheres keep at most 2^-24 is done: what is left could change its colour by 2^-24 of the largest
 * colour at most, as much as one rounding. Where all lanes of a sub-group are done it visits nothing more; where all
 * sub-groups are done the work-group ends.
 *
 * Requires: work-groups of SG_GROUP_SIZE; an image has `across` of them side by side. Costs: 6 reductions; a ballot, a barrier
 * and about 20 operations per work-item for each SG_GROUP_SIZE spheres; a ballot, a vote and about 15 operations for W near
 * ones; 15 operations at 4 channels for each sphere that is visited. Local memory: 40 bytes per work-item and per sub-group.
 */
#include "sg/sg.h"
#include "spheres/spheres.h"

#ifndef SORTED
#define SORTED 0
#endif
#ifndef CULL_PLANT_APPENDED /* a planted bug: a sub-group's spheres are put before those of the sub-groups before it */
#define CULL_PLANT_APPENDED 0
#endif

/* The block of pixels of a sub-group, as square as W lanes allow. */
#if SG_WIDTH == 1
#define CULL_COLUMNS 1u
#elif SG_WIDTH <= 4
#define CULL_COLUMNS 2u
#elif SG_WIDTH <= 16
#define CULL_COLUMNS 4u
#elif SG_WIDTH <= 64
#define CULL_COLUMNS 8u
#else
#define CULL_COLUMNS 16u
#endif
#define CULL_ROWS (SG_WIDTH / CULL_COLUMNS)
/* How many of them lie side by side in a work-group, CULL_SIDE, the table says (spheres.c). */
#ifndef CULL_SIDE
#define CULL_SIDE 1u
#endif

#define CULL_DONE 0x1p-24f
/* The box's distance is rounded as a point's is: what lies this little outside is visited. */
#define CULL_TOUCHES 1.00001f
/* Near spheres that wait for the second test: there is always room for those of one more step. */
#define CULL_ROOM (2u * SG_GROUP_SIZE)

#define CULL_PLUS(a, b) ((a) + (b))
SG_STAMP_GROUP_SCAN(cull_counts_before, uint, CULL_PLUS)

/* A box without a point: nothing reaches it. */
typedef struct {
    float3 low, high;
} cull_box;

/* The number of this lane's point; point_count where it has none. `across`: work-groups side by side in an image. One compiler
 * ends itself over this function unless it is inlined. */
__attribute__((always_inline)) static inline uint cull_place(sg_t sg, uint point_count, uint width, uint across) {
    const uint group = (uint)get_group_id(0), block = sg_id(sg), lane = sg_lane(sg);
    const uint x = (group % across * CULL_SIDE + block % CULL_SIDE) * CULL_COLUMNS + lane % CULL_COLUMNS;
    const uint y =
        (group / across * (SG_GROUP_PARTS / CULL_SIDE) + block / CULL_SIDE) * CULL_ROWS + lane / CULL_COLUMNS;
    if (width == 0) return min(lerp_sub_group(sg) * SG_WIDTH + lane, point_count);
    return x < width && y < point_count / width ? y * width + x : point_count;
}

/* The box around the points of the sub-group; a coordinate that is NaN makes it larger at most. */
__attribute__((always_inline)) static inline cull_box cull_own_box(sg_t sg, float3 p, int has_point) {
    const float3 q = (float3)(p.x == p.x ? p.x : 0.0f, p.y == p.y ? p.y : 0.0f, p.z == p.z ? p.z : 0.0f);
    const float3 low = has_point ? q : (float3)(INFINITY), high = has_point ? q : (float3)(-INFINITY);
    const cull_box box = {(float3)(sg_reduce_min(sg, low.x), sg_reduce_min(sg, low.y), sg_reduce_min(sg, low.z)),
                          (float3)(sg_reduce_max(sg, high.x), sg_reduce_max(sg, high.y), sg_reduce_max(sg, high.z))};
    return box;
}

/* The box around the boxes of all sub-groups. */
__attribute__((always_inline)) static inline cull_box cull_group_box(sg_t sg, cull_box own, __local cull_box *boxes) {
    if (sg_lane(sg) == 0) boxes[sg_id(sg)] = own;
    sg_group_barrier_local(sg);
    cull_box all = boxes[0];
    for (uint k = 1; k < SG_GROUP_PARTS; ++k) {
        all.low = fmin(all.low, boxes[k].low);
        all.high = fmax(all.high, boxes[k].high);
    }
    return all;
}

/* Whether a weighed sphere can reach into the box. */
static inline int cull_touches(float4 s, cull_box box) {
    const float3 d = fmax(fmax(box.low - s.xyz, s.xyz - box.high), (float3)(0.0f));
    const float square = d.x * d.x + d.y * d.y + d.z * d.z;
#if MODEL == MODEL_LINEAR
    return !(sqrt(square) * s.w > CULL_TOUCHES);
#else
    return !(square * s.w > CULL_TOUCHES);
#endif
}

SG_KERNEL void spheres_cull(__global const float *restrict points, __global const float4 *restrict spheres,
                            __global const float *restrict colors, __global float *restrict result,
                            uint point_count, uint sphere_count, uint columns, float step, uint width, uint across
#if SORTED
                            , __global const uint4 *restrict sorted
#endif
                            SG_PARAMS) {
    SG_BEGIN(sg);
    __local cull_box boxes[SG_GROUP_PARTS];
    __local uint counts[2][SG_GROUP_PARTS];
    __local uint near[CULL_ROOM];
    __local float4 reaching[SG_GROUP_SIZE];
    __local lerp_color shades[SG_GROUP_SIZE];
    const uint own_first = sg_id(sg) * SG_WIDTH, lane = sg_lane(sg);
    const uint number = cull_place(sg, point_count, width, across);
    const int has_point = number < point_count;
#if SORTED
    const uint4 point = sorted[min(number, point_count - 1u)];
    const uint i = point.w;
    const float3 p = as_float3(point.xyz);
#else
    const uint i = has_point ? number : 0u;
    const float3 p = spheres_point(points, i, columns, step);
#endif
    const cull_box own = cull_own_box(sg, p, has_point);
    const cull_box all = cull_group_box(sg, own, boxes);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = has_point ? 1.0f : 0.0f;
    uint waiting = 0, turn = 0;
    for (uint done = 0; done < sphere_count; done += SG_GROUP_SIZE) {
        const uint j = done + own_first + lane; /* counted from the end */
        const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
        const int is_near = j < sphere_count && cull_touches(spheres_weigh(spheres[s]), all);
        const sg_mask found = sg_ballot(sg, is_near);
        uint found_by_all;
        uint before = cull_counts_before(sg, sg_mask_count(found), 0u, counts[turn], &found_by_all);
        turn ^= 1u;
#if CULL_PLANT_APPENDED
        before = found_by_all - before - sg_mask_count(found);
#endif
        if (is_near) near[waiting + before + sg_mask_count_below(found, lane)] = s;
        waiting += found_by_all;
        if (waiting <= CULL_ROOM - SG_GROUP_SIZE && sphere_count - done > SG_GROUP_SIZE) continue;
        sg_group_barrier_local(sg);
        for (uint first = 0; first < waiting; first += SG_WIDTH) {
            const uint k = min(first + lane, waiting - 1u);
            const float4 sphere = spheres_weigh(spheres[near[k]]);
            const int wanted = sg_any(sg, carry > CULL_DONE);
            const sg_mask left = sg_ballot(sg, wanted && first + lane < waiting && cull_touches(sphere, own));
            SG_SHOW(sg, "carry", carry);
            SG_SHOW_MASK(sg, "left", left);
            if (sg_mask_bit(left, lane)) {
                const uint at = own_first + sg_mask_count_below(left, lane);
                reaching[at] = sphere;
                shades[at] = lerp_load(colors, near[k]);
            }
            sg_barrier_local(sg);
            for (uint v = 0; v < sg_mask_count(left); ++v) {
                const float kept = carry * spheres_keep(reaching[own_first + v], p);
                sum += shades[own_first + v] * (carry - kept);
                carry = kept > CULL_DONE ? kept : 0.0f; /* so that a point's colour does not depend on its neighbours */
            }
            sg_barrier_local(sg);
        }
        waiting = 0;
        if (!sg_group_any(sg, carry > CULL_DONE, counts[turn])) break;
        turn ^= 1u;
    }
    if (has_point) lerp_store(sum, result, i);
}
