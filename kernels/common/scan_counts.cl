/* The exclusive scan of counts, for algorithms that have to know where each work-group's results begin.
 * SPDX-License-Identifier: MIT
 *
 *   counts[m]  ->  counts[m + 1] in place: counts[g] is the sum of those before g, counts[m] the sum of all
 *
 * Counts are ulong whatever the element type of the algorithm; with -DCOUNT_BYTES=4 they are uint. They are an area of
 * m + 1 elements. One launch of one work-group serves any m; it is fast for m up to some ten thousands, so let each
 * work-group of the other passes take a share of the elements, as scan and reduce do (at most 4096 work-groups).
 *
 * In a table:
 *
 *     {.name = "counts", .type = "ulong", .count = "parts + 1"},                                  areas
 *
 *     {.kernel = "common/scan_counts.cl:scan_counts",                                             passes
 *      .args = "counts, ulong parts, local ulong sub_groups",
 *      .groups = "1"},
 *
 * with XL__GROUP_UNIFORM flow and, in the strategy's .ops, "shuffle_up:u32 broadcast:u32". The number of all results is
 * then counts[parts] (an output that a kernel copies it to, or a `counted_by`).
 */
#ifndef COUNT_BYTES
#define COUNT_BYTES 8
#endif
#undef T
#undef TYPE
#undef OPERATOR
#undef OPERATOR_ADD
#undef ITEMS
#undef SHUFFLES
#define ITEMS 4
#if COUNT_BYTES == 4
#define T uint
#define TYPE TYPE_U32
#else
#define T ulong
#define TYPE TYPE_U64
#endif
#include "common/scan.h"

SG_KERNEL void scan_counts(__global sum_t *counts, ulong m, __local sum_t *sub_groups SG_PARAMS) {
    SG_BEGIN(sg);
    const sum_t all = scan_share(sg, counts, counts, m, m, true, operator_identity(), sub_groups);
    if (get_local_id(0) == 0) counts[m] = all;
}
