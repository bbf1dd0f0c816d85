/* balance: planted wrong kernels, each with one bug that people make. Verify has to catch every one.
 * SPDX-License-Identifier: MIT
 *
 * Parameters are those of balance.cl and path.cl. No kernel reads or writes outside its arrays.
 */
#include "balance/path.h"

#define OWN                                                                                                               \
    const size_t s = get_global_id(0);                                                                                    \
    const uint own = s < segments ? length[s] : 0u, from = s < segments ? first[s] : 0u;                                  \
    const uint below = sg_scan_exclusive_add(sg, own)

/* As published: whole turns of the sub-group, in which the lanes behind the segment's end copy, and those within it do
 * not. There it reads past the end of its source; here balance_value and the capacity keep it inside. */
SG_KERNEL void balance_published(__global const uint *restrict x, __global const uint *restrict first,
                                 __global const uint *restrict length, __global uint *restrict out,
                                 __global uint *restrict place, __global uint *restrict total, uint n, uint segments,
                                 uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    OWN;
    const uint to = balance_take(sg, below + own, total) + below;
    if (s < segments) place[s] = to;
    for (uint owner = 0; owner < SG_WIDTH; ++owner) {
        const uint count = sg_broadcast(sg, own, owner), source = sg_broadcast(sg, from, owner),
                   start = sg_broadcast(sg, to, owner), segment = (uint)s - sg_lane(sg) + owner;
        for (size_t turn = 0; turn < count; turn += SG_WIDTH) {
            const size_t j = turn + sg_lane(sg);
            if (j >= count && start + j < capacity) out[start + j] = balance_value(x, n, source, (uint)j, segment);
        }
    }
}

/* Each segment gets one turn of the sub-group: what is longer than W elements is cut. */
SG_KERNEL void balance_first_turn(__global const uint *restrict x, __global const uint *restrict first,
                                  __global const uint *restrict length, __global uint *restrict out,
                                  __global uint *restrict place, __global uint *restrict total, uint n, uint segments,
                                  uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    OWN;
    const uint to = balance_take(sg, below + own, total) + below;
    if (s < segments) place[s] = to;
    for (uint owner = 0; owner < SG_WIDTH; ++owner) {
        const uint count = sg_broadcast(sg, own, owner), source = sg_broadcast(sg, from, owner),
                   start = sg_broadcast(sg, to, owner), segment = (uint)s - sg_lane(sg) + owner, j = sg_lane(sg);
        if (j < count && start + j < capacity) out[start + j] = balance_value(x, n, source, j, segment);
    }
}

/* The last lane takes places for those below it, and forgets its own: the next sub-group writes over them. */
SG_KERNEL void balance_last_forgotten(__global const uint *restrict x, __global const uint *restrict first,
                                      __global const uint *restrict length, __global uint *restrict out,
                                      __global uint *restrict place, __global uint *restrict total, uint n, uint segments,
                                      uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    OWN;
    const uint to = balance_take(sg, below, total) + below;
    if (s < segments) place[s] = to;
    for (uint j = 0; j < own && to + j < capacity; ++j) out[to + j] = balance_value(x, n, from, j, (uint)s);
}

/* The segments are right, and the index says of each where its sub-group's begin. */
SG_KERNEL void balance_lost_place(__global const uint *restrict x, __global const uint *restrict first,
                                  __global const uint *restrict length, __global uint *restrict out,
                                  __global uint *restrict place, __global uint *restrict total, uint n, uint segments,
                                  uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    OWN;
    const uint base = balance_take(sg, below + own, total), to = base + below;
    if (s < segments) place[s] = base;
    for (uint j = 0; j < own && to + j < capacity; ++j) out[to + j] = balance_value(x, n, from, j, (uint)s);
}

/* Before the end of a segment, not up to it: its end is taken for the beginning of the next one too late. */
SG_KERNEL void balance_one_late(__global const uint *restrict x, __global const uint *restrict first,
                                __global const uint *restrict length, __global uint *restrict out,
                                __global uint *restrict place, __global uint *restrict total, uint n, uint segments,
                                uint capacity SG_PARAMS) {
    SG_BEGIN(sg);
    OWN;
    const uint upto = below + own;
    const uint base = balance_take(sg, upto, total), all = sg_broadcast(sg, upto, SG_WIDTH - 1u);
    if (s < segments) place[s] = base + below;
    for (size_t t = 0; t < all; t += SG_WIDTH) {
        const uint e = (uint)t + sg_lane(sg);
        uint owner = 0;
        for (uint step = SG_WIDTH / 2u; step > 0; step /= 2u) {
            const uint end = sg_shuffle(sg, upto, owner + step - 1u);
            owner += end < e ? step : 0u;
        }
        const uint source = sg_shuffle(sg, from, owner), j = e - sg_shuffle(sg, below, owner);
        if (t + sg_lane(sg) < all && base + e < capacity)
            out[base + e] = balance_value(x, n, source, j, (uint)s - sg_lane(sg) + owner);
    }
}

/* The elements of a segment are counted from the beginning of the work-group's part, where the segment began before that. */
SG_KERNEL void balance_cut_segment(__global const uint *restrict x, __global const uint *restrict first,
                                   __global uint *restrict out, __global const uint *restrict place,
                                   __global const uint *restrict total, __global uint *measures, uint n, uint segments,
                                   uint capacity, __local uint *starts SG_PARAMS) {
    SG_BEGIN(sg);
    const path_way way = {place, segments, *total, min(*total, capacity)};
    const ulong parts = (segments + way.used + PATH_PART - 1u) / PATH_PART;
    for (ulong part = get_group_id(0); part < parts; part += get_num_groups(0)) {
        path_point from, to;
        const uint count = path_load(sg, way, part, starts, &from, &to);
        for (ulong e = from.element + get_local_id(0); e < to.element; e += SG_GROUP_SIZE) {
            const uint i = path_owner(starts, count, (uint)e), s = from.segment + i;
            out[e] = balance_value(x, n, first[s], (uint)e - max(starts[i], (uint)from.element), s);
        }
    }
    balance_tell(measures, 0u);
}
