/* An element count that may be known only on the device.
 * SPDX-License-Identifier: MIT
 *
 * A kernel with COUNTED_PARAMS as last parameter (before SG_PARAMS, without a comma) begins with
 * COUNTED_CUT(n). With COUNTED above 0, n becomes the device's count, which counted.cl has limited to n;
 * otherwise the macros are empty. A launch over something other than the n elements gets a null count.
 *
 * The launch is sized for the plan's n. After SG_BEGIN a kernel whose work-groups have `each` elements tests
 * COUNTED_PAST(n, each): a work-group past the count returns before the first barrier. The first work-group
 * always continues, because it writes the number of results. COUNTED_GROUPS(n, each) work-groups continue.
 * COUNTED_ENDS is 0 where compilers break such a return (defect D15): then all continue.
 */
#ifndef COUNTED_H_INCLUDED
#define COUNTED_H_INCLUDED

#ifndef COUNTED
#define COUNTED 0
#endif
#ifndef COUNTED_ENDS
#define COUNTED_ENDS 0
#endif

#if COUNTED
#define COUNTED_PARAMS , __global const ulong *count_now
#define COUNTED_CUT(n)                                                                                       \
    if (count_now) n = count_now[0]
/* How many of n elements are at `at` or later: a work-group may begin past the count. */
#define COUNTED_FROM(n, at) ((n) > (at) ? (n) - (at) : 0)
#else
#define COUNTED_PARAMS
#define COUNTED_CUT(n)
#define COUNTED_FROM(n, at) ((n) - (at))
#endif

#if COUNTED && COUNTED_ENDS
#define COUNTED_GROUPS(n, each) ((n) > (each) ? (uint)(((n)-1) / (each)) + 1u : 1u)
#define COUNTED_PAST(n, each) (get_group_id(0) >= COUNTED_GROUPS(n, each))
#else
#define COUNTED_GROUPS(n, each) ((uint)get_num_groups(0))
#define COUNTED_PAST(n, each) 0
#endif

#endif
