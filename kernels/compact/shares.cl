/* compact: keeps the order in two passes over shares, for CPUs.
 * SPDX-License-Identifier: MIT
 *
 *   compact_shares_count   counts[shares]: the kept elements of each share
 *   compact_shares         kept[room], count[1]
 *
 * A work-item has a share of `each` consecutive elements and is a work-group: one core's work. x is read twice.
 */
#include "compact/compact.h"

/* Vectors of eight elements, because compilers do not vectorise compact_keeps for floats and 8-byte elements. */
#if KEEP != KEEP_NONZERO
#if TYPE == TYPE_U64
typedef ulong8 compact_eight;
#define EIGHT_OF(v) as_ulong8(v)
#else
typedef uint8 compact_eight;
#define EIGHT_OF(v) as_uint8(v)
#endif

/* All bits set for kept elements. */
static inline compact_eight compact_kept(compact_eight bits, compact_word limit) {
#if TYPE == TYPE_I32
    const compact_eight key = bits ^ 0x80000000u;
#elif TYPE == TYPE_F32
    const compact_eight key = bits ^ (as_uint8(as_int8(bits) >> 31) | 0x80000000u);
#else
    const compact_eight key = bits;
#endif
#if KEEP == KEEP_BELOW
    const compact_eight kept = EIGHT_OF(key <= (compact_eight)limit);
#else
    const compact_eight kept = EIGHT_OF(key >= (compact_eight)limit);
#endif
#if TYPE == TYPE_F32
    return kept & EIGHT_OF((bits & 0x7fffffffu) <= 0x7f800000u);
#else
    return kept;
#endif
}
#endif

__kernel void compact_shares_count(__global const T *restrict x, __global const uchar *flags, __global uint *restrict counts,
                                   uint n, uint each, ulong limit COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const size_t begin = get_global_id(0) * (size_t)each, end = min(begin + each, (size_t)n);
    uint own = 0, lane[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    size_t i = begin;
#if KEEP != KEEP_NONZERO
    compact_eight kept = 0;
    for (; i + 8 <= end; i += 8) kept -= compact_kept(EIGHT_OF(vload8(0, x + i)), (compact_word)limit);
    own = (uint)(kept.s0 + kept.s1 + kept.s2 + kept.s3 + kept.s4 + kept.s5 + kept.s6 + kept.s7);
#endif
    for (; i + 8 <= end; i += 8)
        for (uint k = 0; k < 8; ++k) lane[k] += (uint)compact_keeps(x[i + k], flags, i + k, limit);
    for (; i < end; ++i) own += (uint)compact_keeps(x[i], flags, i, limit);
    for (uint k = 0; k < 8; ++k) own += lane[k];
    counts[get_global_id(0)] = own;
}

/* No branch is mispredicted: the next element overwrites one that is not kept. The loop ends at the share's last
 * position or at `room`.
 */
__kernel void compact_shares(__global const T *restrict x, __global const uchar *flags, __global T *restrict kept,
                             __global const uint *restrict counts, __global uint *restrict count, uint n, uint room,
                             uint each, ulong limit) {
    const size_t share = get_global_id(0);
    uint at = 0;
    for (size_t s = 0; s < share; ++s) at += counts[s];
    if (share + 1 == get_global_size(0)) *count = at + counts[share];
    const uint end = min(at + counts[share], room);
    size_t i = share * each;
    while (at + 8 <= end) { /* eight elements stay before the end */
#pragma unroll
        for (uint k = 0; k < 8; ++k, ++i) {
            kept[at] = x[i];
            at += (uint)compact_keeps(x[i], flags, i, limit);
        }
    }
    for (; at < end; ++i) {
        kept[at] = x[i];
        at += (uint)compact_keeps(x[i], flags, i, limit);
    }
}
