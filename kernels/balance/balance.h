/* balance: what its kernels share - an element of the result, and places for a sub-group's segments.
 * SPDX-License-Identifier: MIT
 */
#ifndef BALANCE_H_INCLUDED
#define BALANCE_H_INCLUDED

#include "sg/sg.h"

/* Element j of segment s, which begins at x[first]. What lies outside of x counts as 0. */
static inline uint balance_value(__global const uint *restrict x, uint n, uint first, uint j, uint s) {
    const size_t i = (size_t)first + j;
    return (i < n ? x[i] : 0u) * (2u * j + 1u) + s;
}

/* How many of `own` elements that begin at place `to` fit into the output. The others are not worked on. */
static inline uint balance_fitting(uint to, uint own, uint capacity) {
    return to < capacity ? min(own, capacity - to) : 0u;
}

/* A sub-group takes places for all its elements with one atomic. `upto` is the inclusive prefix sum of what
 * its lanes have, so the last lane's is the sub-group's total. Returns where the places begin, on every
 * lane. */
__attribute__((always_inline)) static inline uint balance_take(sg_t sg, uint upto,
                                                               __global uint *restrict total) {
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u && upto > 0) base = atomic_add(total, upto);
    return sg_broadcast(sg, base, SG_WIDTH - 1u);
}

/* Records how many steps the busiest lane makes, where measures are asked for. */
static inline void balance_tell(__global uint *measures, uint steps) {
#if MEASURES
    if (steps > measures[MEASURE_STEPS]) atomic_max(&measures[MEASURE_STEPS], steps);
#endif
}

#endif
