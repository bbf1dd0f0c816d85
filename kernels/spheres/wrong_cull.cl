/* spheres: cull.h with a planted bug, alone in its file because of its local memory. Verify has to catch it.
 * SPDX-License-Identifier: MIT
 *
 * Arrays are those of spheres.cl; points stand one behind the other, as in sorted.cl.
 */
#include "sg/sg.h"
#include "spheres/cull.h"

/* cull_find, but a sub-group's spheres are put before those of the sub-groups before it. */
__attribute__((always_inline)) static inline uint appended_find(sg_t sg, __global const float4 *spheres,
                                                                uint sphere_count, uint done, cull_box all,
                                                                uint waiting, __local uint *counts,
                                                                cull_memory memory) {
    const uint lane = sg_lane(sg), j = done + sg_id(sg) * SG_WIDTH + lane;
    const uint s = j < sphere_count ? sphere_count - 1u - j : 0u;
    const int is_near = j < sphere_count && cull_touches(spheres_weigh(spheres[s]), all);
    const sg_mask found = sg_ballot(sg, is_near);
    uint found_by_all;
    const uint before = cull_counts_before(sg, sg_mask_count(found), 0u, counts, &found_by_all);
    const uint behind = found_by_all - before - sg_mask_count(found);
    if (is_near) memory.near[waiting + behind + sg_mask_count_below(found, lane)] = s;
    return found_by_all;
}

SG_KERNEL void spheres_appended(__global const float *restrict points,
                                __global const float4 *restrict spheres,
                                __global const float *restrict colors, __global float *restrict result,
                                uint point_count, uint sphere_count, uint columns, float step SG_PARAMS) {
    SG_BEGIN(sg);
    CULL_MEMORY(memory);
    const uint number = lerp_sub_group(sg) * SG_WIDTH + sg_lane(sg);
    const int has_point = number < point_count;
    const float3 p = spheres_point(points, has_point ? number : 0u, columns, step);
    const cull_box own = cull_own_box(sg, p, has_point, memory.reaching), all = cull_group_box(sg, own, memory.boxes);
    lerp_color sum = (lerp_color)(0.0f);
    float carry = has_point ? 1.0f : 0.0f;
    uint turn = 0;
    for (uint done = 0; done < sphere_count; done += SG_GROUP_SIZE) {
        const uint waiting =
            appended_find(sg, spheres, sphere_count, done, all, 0u, memory.counts + turn, memory);
        turn = SG_GROUP_PARTS - turn;
        sg_group_barrier_local(sg);
        cull_visit(sg, spheres, colors, p, own, waiting, memory, &sum, &carry);
        sg_group_barrier_local(sg);
    }
    if (has_point) lerp_store(sum, result, number);
}
