/* branch: gathers expensive elements, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 * Arrays as in branch.cl. A work-item has a share of `each` consecutive elements and is a work-group: one core's work.
 * It tests 16 elements at a time and lists the numbers of expensive ones. A list of 32 is computed as two vectors,
 * because each round of a vector waits for the previous one. GPUs would keep a private list outside registers.
 */
#include "common/rounds.h"

enum { LOOK = 16, LISTED = 32 }; /* branch.c has their sum */

/* Adds 16 comparisons, each 0 or -1, by halves, so that compilers vectorise. */
static inline uint count_16(int16 hold) {
    const int8 eight = hold.lo + hold.hi;
    const int4 four = eight.lo + eight.hi;
    const int2 two = four.lo + four.hi;
    return (uint)-(two.x + two.y);
}

/* At most 32 elements of the list; unused places repeat the first one. */
static inline void compute_list(__global const uint *restrict x, __global uint *restrict y, __local const uint *list, uint listed,
                                uint rounds) {
    uint v[LISTED];
    for (uint k = 0; k < LISTED; ++k) v[k] = x[list[k < listed ? k : 0]];
    uint16 low = vload16(0, v), high = vload16(1, v);
    for (uint r = 0; r < rounds; ++r) {
        MIX_ROUND(low);
        MIX_ROUND(high);
    }
    vstore16(low, 0, v);
    vstore16(high, 1, v);
    for (uint k = 0; k < LISTED; ++k)
        if (k < listed) y[list[k]] = v[k];
}

__kernel void branch_shares(__global const uint *restrict x, __global uint *restrict y, uint n, ulong threshold, uint rounds,
                            uint each, __local uint *list) {
    const size_t begin = get_global_id(0) * (size_t)each;
    const uint size = begin < n ? (uint)min((size_t)each, n - begin) : 0u;
    const uint none = threshold == 0, last = (uint)(threshold - 1); /* the largest expensive element */
    uint listed = 0, i = 0;
    x += begin;
    y += begin;
    for (; i + LOOK <= size; i += LOOK) {
        const uint16 v = vload16(0, x + i);
        const uint costly = none ? 0u : count_16(v <= last);
        if (costly < LOOK) vstore16(~v, 0, y + i);
        if (costly == 0) continue;
        for (uint k = 0; k < LOOK; ++k) {
            list[listed] = i + k;
            listed += x[i + k] <= last;
        }
        if (listed < LISTED) continue;
        compute_list(x, y, list, LISTED, rounds);
        listed -= LISTED;
        vstore16(vload16(LISTED / LOOK, list), 0, list); /* the rest starts the next list */
    }
    for (; i < size; ++i) {
        if (!none && x[i] <= last)
            list[listed++] = i;
        else
            y[i] = ~x[i];
    }
    if (listed > LISTED) compute_list(x, y, list + LISTED, listed - LISTED, rounds);
    if (listed > 0) compute_list(x, y, list, min(listed, (uint)LISTED), rounds);
}
