/* balance: the elements of the result, and positions for a sub-group's segments.
 * SPDX-License-Identifier: MIT
 */
#ifndef BALANCE_H_INCLUDED
#define BALANCE_H_INCLUDED

#include "sg/sg.h"

/* Elements outside x count as 0. */
static inline uint balance_value(__global const uint *restrict x, uint n, uint first, uint j, uint s) {
    const size_t i = (size_t)first + j;
    return (i < n ? x[i] : 0u) * (2u * j + 1u) + s;
}

/* How many of `own` elements from position `to` on fit into the output. */
static inline uint balance_fitting(uint to, uint own, uint capacity) {
    return to < capacity ? min(own, capacity - to) : 0u;
}

/* Reserves positions with one atomic. `upto`: the inclusive prefix sum of the lanes' counts. Returns the
 * first position on every lane.
 */
__attribute__((always_inline)) static inline uint balance_take(sg_t sg, uint upto,
                                                               __global uint *restrict total) {
    uint base = 0;
    if (sg_lane(sg) == SG_WIDTH - 1u && upto > 0) base = atomic_add(total, upto);
    return sg_broadcast(sg, base, SG_WIDTH - 1u);
}

/* The steps of the busiest lane, if requested. */
static inline void balance_tell(__global uint *measures, uint steps) {
#if MEASURES
    atomic_max(&measures[MEASURE_STEPS], steps);
#endif
}

#endif
