/* reduce: the loop over a work-item's elements, and the work-group's total.
 * SPDX-License-Identifier: MIT
 *
 * A work-group has `share` consecutive elements; neighbouring lanes read neighbouring elements.
 */
#ifndef REDUCE_H_INCLUDED
#define REDUCE_H_INCLUDED

#include "common/counted.h"
#include "common/operators.h"

/* Eight loads are in flight: with a test before each, 2^28 uint took 426 us on an H200 instead of 246. */
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

/* Reduces the totals on the sub-groups' lanes 0 through local memory, an element per sub-group. The result is
   on work-item 0; unspecified on others. */
SG_STAMP_GROUP_REDUCE(reduce_group, sum_t, operator_combine)

/* A work-group passes its total to another of the same launch in pieces of 16 bits, a word each; the bit
   above marks it as written. The reader exchanges the word for 0 until it finds that bit. The order of
   visibility does not matter, so no fence is needed; OpenCL C 1.2 has none between work-groups (compare
   common/lookback.h). */
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
    for (uint k = 0; k < TOTAL_WORDS; ++k) word[k] = atomic_xchg(words + k, 0u); /* all in flight together */
    for (uint k = 0; k < TOTAL_WORDS; ++k) {
        while (word[k] == 0u) word[k] = atomic_xchg(words + k, 0u);
        p.piece[k] = (ushort)word[k];
    }
    return p.value;
}

#endif
