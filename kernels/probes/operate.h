/* operate.h - one operation of the layer, chosen by OPERATION, from a value to a value.
 * SPDX-License-Identifier: MIT
 *
 * Results that are not values (a set of lanes, a count, a lane, a vote) become numbers. The predicate is bit
 * 5 of the value, to which probes_next rotates the lowest bit of a result. With bit 0 one compiler moved the
 * ballot out of the loop.
 */
#ifndef OPERATE_H_INCLUDED
#define OPERATE_H_INCLUDED

#if OPERATION == OPERATION_SEGMENT_REDUCE_ADD || OPERATION == OPERATION_PARTITION_REDUCE_ADD
#define SG_SEGMENTS 1
#endif
#include "probes/chains.h"

/* A set of lanes as a number: its words folded into one; for floats the number of lanes. */
static inline T probes_of_mask(sg_mask lanes) {
#if ON_FLOATS
    return (T)sg_mask_count(lanes);
#else
    const uint4 words = sg_mask_words(lanes);
    return (T)(words.x ^ words.y ^ words.z ^ words.w);
#endif
}

/* This lane's group of four: the cluster, segment and partition used here. */
static inline sg_mask probes_four(sg_t sg) {
    return sg_mask_andnot(sg_mask_to(sg_lane(sg) | 3u), sg_mask_below(sg_lane(sg) & ~3u));
}

/* from: the lane to read, which may differ from lane to lane. far, a distance, and step are uniform. */
static inline T probes_operate(sg_t sg, T v, uint from, uint far, uint step) {
#if OPERATION == OPERATION_SHUFFLE
    return sg_shuffle(sg, v, from);
#elif OPERATION == OPERATION_SHUFFLE_UNIFORM
    return sg_shuffle(sg, v, (step + far) & (SG_WIDTH - 1u));
#elif OPERATION == OPERATION_SHUFFLE_CONSTANT
    return sg_shuffle(sg, v, SG_WIDTH / 2u);
#elif OPERATION == OPERATION_SHUFFLE_XOR
    return sg_shuffle_xor(sg, v, far);
#elif OPERATION == OPERATION_SHUFFLE_UP
    return sg_shuffle_up(sg, v, far);
#elif OPERATION == OPERATION_SHUFFLE_DOWN
    return sg_shuffle_down(sg, v, far);
#elif OPERATION == OPERATION_ROTATE
    return sg_rotate(sg, v, far);
#elif OPERATION == OPERATION_BROADCAST
    return sg_broadcast(sg, v, (step + far) & (SG_WIDTH - 1u));
#elif OPERATION == OPERATION_QUAD_SWAP_X
    return sg_quad_swap_x(sg, v);
#elif OPERATION == OPERATION_QUAD_SWAP_Y
    return sg_quad_swap_y(sg, v);
#elif OPERATION == OPERATION_QUAD_SWAP_DIAGONAL
    return sg_quad_swap_diagonal(sg, v);
#elif OPERATION == OPERATION_ALL_EQUAL
    return (T)sg_all_equal(sg, v);
#elif OPERATION == OPERATION_MATCH_ANY
    return probes_of_mask(sg_match_any(sg, v));
#elif OPERATION == OPERATION_REDUCE_ADD
    return sg_reduce_add(sg, v);
#elif OPERATION == OPERATION_REDUCE_MAX
    return sg_reduce_max(sg, v);
#elif OPERATION == OPERATION_SCAN_INCLUSIVE_ADD
    return sg_scan_inclusive_add(sg, v);
#elif OPERATION == OPERATION_SCAN_EXCLUSIVE_ADD
    return sg_scan_exclusive_add(sg, v);
#elif OPERATION == OPERATION_CLUSTER_REDUCE_ADD
    return sg_cluster_reduce_add(sg, v, SG_WIDTH < 4 ? SG_WIDTH : 4u);
#elif OPERATION == OPERATION_SEGMENT_REDUCE_ADD
    return sg_segment_reduce_add(sg, v, (sg_lane(sg) & 3u) == 0u);
#elif OPERATION == OPERATION_PARTITION_REDUCE_ADD
    return sg_partition_reduce_add(sg, v, probes_four(sg));
#elif OPERATION == OPERATION_GROUP_BARRIER_LOCAL
    sg_group_barrier_local(sg);
    return v;
#elif OPERATION == OPERATION_BARRIER_LOCAL
    sg_barrier_local(sg);
    return v;
#elif OPERATION == OPERATION_BALLOT
    return probes_of_mask(sg_ballot(sg, (int)v & 32));
#elif OPERATION == OPERATION_BALLOT_COUNT
    return (T)sg_mask_count_below(sg_ballot(sg, (int)v & 32), sg_lane(sg));
#elif OPERATION == OPERATION_ANY
    return (T)sg_any(sg, (int)v & 32);
#elif OPERATION == OPERATION_ALL
    return (T)sg_all(sg, (int)v & 32);
#elif OPERATION == OPERATION_FIRST
    return (T)sg_first(sg, (int)v & 32);
#elif OPERATION == OPERATION_ELECT
    return (T)sg_elect(sg, (int)v & 32);
#elif OPERATION == OPERATION_MASK_NTH
    return (T)sg_mask_nth(sg_ballot(sg, (int)v & 32), sg_lane(sg));
#else
#error "OPERATION is not in the table"
#endif
}

/* The lane that this one reads: lanes 1 to `distinct`, cyclically, modulo the width. */
static inline uint probes_from(sg_t sg, uint distinct) {
    return (sg_lane(sg) % distinct + 1u) & (SG_WIDTH - 1u);
}

#endif
