/* reduce: what its kernels share - the loop over a work-item's own elements, and the work-group's total.
 * SPDX-License-Identifier: MIT
 *
 * A work-group takes `share` consecutive elements. Its work-items take turns at them, so that neighbouring
 * lanes read neighbouring elements.
 */
#ifndef REDUCE_H_INCLUDED
#define REDUCE_H_INCLUDED

#include "common/counted.h"
#include "common/operators.h"

/* The work-item's own elements of this work-group's share, combined. Eight loads are under way at once: a
   loop with a test before each load waits for every one (426 us for 2^28 uint on an H200; with eight at once
   246). */
static inline sum_t reduce_own(__global const T *restrict x, ulong n, ulong share) {
    const ulong first = get_group_id(0) * share, end = min(first + share, n);
    ulong i = first + get_local_id(0);
    sum_t own = operator_identity();
    for (; i + 7 * SG_GROUP_SIZE < end; i += 8 * SG_GROUP_SIZE) {
        T v[8];
#pragma unroll
        for (uint k = 0; k < 8; ++k) v[k] = x[i + k * SG_GROUP_SIZE];
#pragma unroll
        for (uint k = 0; k < 8; ++k) own = operator_combine(own, (sum_t)v[k]);
    }
    for (; i < end; i += SG_GROUP_SIZE) own = operator_combine(own, (sum_t)x[i]);
    return own;
}

/* Combines the sub-groups' totals, each given on lane 0, through local memory with one element for each
   sub-group. Returns the work-group's total on work-item 0; the result of the others is unspecified. */
SG_STAMP_GROUP_REDUCE(reduce_group, sum_t, operator_combine)

/* How a work-group hands its total to another one of the same launch. The total is cut into pieces of 16
   bits, each in a word of its own, where the bit above the piece says that it is there. The reader exchanges
   the word for 0 until it finds that bit. So nothing depends on the order in which words become visible, and
   no fence is needed, which OpenCL C 1.2 does not have between work-groups (as in common/lookback.h). */
#define TOTAL_WORDS (sizeof(sum_t) / 2)
#define THERE (1u << 16)

typedef union {
    sum_t value;
    ushort piece[TOTAL_WORDS];
} total_pieces;

static inline void put_total(volatile __global uint *words, sum_t value) {
    total_pieces p;
    p.value = value;
    for (uint k = 0; k < TOTAL_WORDS; ++k) atomic_xchg(words + k, p.piece[k] | THERE);
}

static inline sum_t take_total(volatile __global uint *words) {
    total_pieces p;
    uint word[TOTAL_WORDS];
    for (uint k = 0; k < TOTAL_WORDS; ++k) word[k] = atomic_xchg(words + k, 0u); /* all under way at once */
    for (uint k = 0; k < TOTAL_WORDS; ++k) {
        while (word[k] == 0u) word[k] = atomic_xchg(words + k, 0u);
        p.piece[k] = (ushort)word[k];
    }
    return p.value;
}

#endif
