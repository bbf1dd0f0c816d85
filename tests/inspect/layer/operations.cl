/* The layer's operations, one per kernel. An operation's cost is its kernel minus `nothing` or `asks` (table.py).
   Built with -DT=uint, ulong or float; -DMOVES=1 keeps only operations whose cost depends on T.
   SPDX-License-Identifier: MIT */
#define SG_SEGMENTS 1
#include "crosslane_sg.h"

/* The prefix op_ avoids OpenCL C's names. Stores a and b, which are the loaded values or the operation's
   results. v and i differ between lanes; u is uniform. */
#define KERNEL(name, first, expression)                                                                     \
    SG_KERNEL void op_##name(__global const T *x, __global const uint *k, __global T *values,               \
                        __global uint *numbers, __global uint *rest, uint u SG_PARAMS) {                    \
        SG_BEGIN(sg);                                                                                       \
        const size_t at = get_global_id(0);                                                                 \
        const T v = x[at];                                                                                  \
        const uint i = k[at];                                                                               \
        T a = v;                                                                                            \
        uint b = first;                                                                                     \
        expression;                                                                                         \
        values[at] = a;                                                                                     \
        numbers[at] = b;                                                                                    \
        rest[at] = i ^ u;                                                                                   \
    }
#define MOVES_ONE(name, expression) KERNEL(name, i, a = expression)
#define ASKS_ONE(name, expression) KERNEL(name, i > u, b = (uint)(expression))
#define P ((int)b)

KERNEL(nothing, i, )
MOVES_ONE(shuffle, sg_shuffle(sg, v, i))
MOVES_ONE(shuffle_3, sg_shuffle(sg, v, 3u))
MOVES_ONE(broadcast, sg_broadcast(sg, v, u))
MOVES_ONE(shuffle_xor, sg_shuffle_xor(sg, v, i))
MOVES_ONE(shuffle_xor_1, sg_shuffle_xor(sg, v, 1u))
MOVES_ONE(shuffle_up, sg_shuffle_up(sg, v, i))
MOVES_ONE(shuffle_up_1, sg_shuffle_up(sg, v, 1u))
MOVES_ONE(shuffle_down, sg_shuffle_down(sg, v, i))
MOVES_ONE(shuffle_down_1, sg_shuffle_down(sg, v, 1u))
MOVES_ONE(rotate, sg_rotate(sg, v, i))
MOVES_ONE(quad_broadcast, sg_quad_broadcast(sg, v, i))
MOVES_ONE(reduce_add, sg_reduce_add(sg, v))
MOVES_ONE(reduce_mul, sg_reduce_mul(sg, v))
MOVES_ONE(reduce_min, sg_reduce_min(sg, v))
MOVES_ONE(scan_inclusive_add, sg_scan_inclusive_add(sg, v))
MOVES_ONE(scan_exclusive_add, sg_scan_exclusive_add(sg, v))
MOVES_ONE(scan_exclusive_mul, sg_scan_exclusive_mul(sg, v))
MOVES_ONE(scan_exclusive_min, sg_scan_exclusive_min(sg, v))
MOVES_ONE(cluster_reduce_add, sg_cluster_reduce_add(sg, v, 4u))
MOVES_ONE(segment_reduce_add, sg_segment_reduce_add(sg, v, (int)(i & 1u)))
MOVES_ONE(partition_reduce_add, sg_partition_reduce_add(sg, v, (sg_mask)i))
KERNEL(all_equal, i, b = (uint)sg_all_equal(sg, v))
KERNEL(match_any, i, b = (uint)sg_match_any(sg, v))
#ifndef MOVES
KERNEL(lane, i, b = sg_lane(sg))
KERNEL(elect_1, i, b = (uint)sg_elect(sg, 1))
KERNEL(asks, i > u, )
ASKS_ONE(any, sg_any(sg, P))
ASKS_ONE(all, sg_all(sg, P))
ASKS_ONE(ballot, sg_ballot(sg, P))
ASKS_ONE(first, sg_first(sg, P))
ASKS_ONE(last, sg_last(sg, P))
ASKS_ONE(elect, sg_elect(sg, P))
ASKS_ONE(count, sg_mask_count(sg_ballot(sg, P)))
ASKS_ONE(count_below, sg_mask_count_below(sg_ballot(sg, P), sg_lane(sg)))
ASKS_ONE(nth, sg_mask_nth(sg_ballot(sg, P), i))
KERNEL(broadcast_first, i > u, a = sg_broadcast_first(sg, v, P))
#endif
