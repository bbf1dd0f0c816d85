/* probes_host.h - the operations that probes times, in the order of the parameter `operation`: first those
 * on values of any type, then quads and others; from ballot on, those on predicates. */
#pragma once

#define PROBES_FIRST "shuffle"
/* clang-format off */
#define PROBES_OTHERS(X) \
    X(SHUFFLE_UNIFORM, shuffle_uniform) X(SHUFFLE_CONSTANT, shuffle_constant) X(SHUFFLE_XOR, shuffle_xor) \
    X(SHUFFLE_UP, shuffle_up) X(SHUFFLE_DOWN, shuffle_down) X(ROTATE, rotate) X(BROADCAST, broadcast) \
    X(QUAD_X, quad_swap_x) X(QUAD_Y, quad_swap_y) X(QUAD_DIAGONAL, quad_swap_diagonal) \
    X(ALL_EQUAL, all_equal) X(MATCH_ANY, match_any) \
    X(REDUCE_ADD, reduce_add) X(REDUCE_MAX, reduce_max) \
    X(SCAN_INCLUSIVE, scan_inclusive_add) X(SCAN_EXCLUSIVE, scan_exclusive_add) \
    X(CLUSTER_REDUCE, cluster_reduce_add) X(SEGMENT_REDUCE, segment_reduce_add) \
    X(PARTITION_REDUCE, partition_reduce_add) \
    X(BARRIER, barrier_local) X(GROUP_BARRIER, group_barrier_local) \
    X(BALLOT, ballot) X(BALLOT_COUNT, ballot_count) X(ANY, any) X(ALL, all) X(FIRST, first) X(ELECT, elect) \
    X(MASK_NTH, mask_nth)
/* clang-format on */

#define PROBES_NUMBER(name, word) name,
enum { SHUFFLE, PROBES_OTHERS(PROBES_NUMBER) OPERATIONS };

#define PROBES_CHOICE(name, word) "|" #word
#define PROBES_CHOICES PROBES_FIRST PROBES_OTHERS(PROBES_CHOICE)
#define PROBES_VALUE(name, word) "," #word
#define PROBES_VALUES PROBES_FIRST PROBES_OTHERS(PROBES_VALUE) /* as --set takes them */
