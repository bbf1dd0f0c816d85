/* A number of elements that the device alone may know. SPDX-License-Identifier: MIT
 *
 * A kernel whose last parameter is COUNTED_PARAMS, before SG_PARAMS and without a comma, begins with
 * COUNTED_CUT(n). In a plan with a count on the device (COUNTED above 0) n becomes that count, which
 * counted.cl has made at most n. Without one both macros are empty. A launch over something else than the n
 * elements gets null for the count.
 */
#ifndef COUNTED_H_INCLUDED
#define COUNTED_H_INCLUDED

#ifndef COUNTED
#define COUNTED 0
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

#endif
