/* A number of elements that the device alone may know. SPDX-License-Identifier: MIT
 *
 * A kernel whose last parameter is COUNTED_PARAMS, before SG_PARAMS and without a comma, begins with
 * COUNTED_CUT(n). In a plan with a count on the device (COUNTED above 0) n becomes that count, which
 * counted.cl has made at most n. Without one the macros are empty. A launch over something else than the n
 * elements gets null for the count.
 *
 * The launch is as large as n allows. A kernel whose work-groups have `each` elements asks COUNTED_PAST(n,
 * each) behind SG_BEGIN: a work-group that begins past the count returns, before the first barrier. The first
 * one goes on, also where the count is 0: it writes what says how many there are. COUNTED_GROUPS(n, each):
 * those that go on. The library sets COUNTED_ENDS to 1 where compilers bear such a return; elsewhere all go
 * on (defect D15, docs/defects.md).
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
/* How many of n elements there are from `at` on: a work-group may begin past the count. */
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
