/* scan: in a single pass, by decoupled look-back with a fallback (common/lookback_scan.h).
 * SPDX-License-Identifier: MIT
 *
 *   x[n], initial[1] or null (scan.cl)  ->  y[n]; states[LOOKBACK_FIRST + tiles * LOOKBACK_WORDS], 0 before the first run
 *
 * Without the ability `progress` (work-groups may wait for earlier ones) the result is correct, but most totals are
 * computed twice.
 */
#include "common/lookback_scan.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)

/* A tile per work-group. STALLED=1: every eighth tile publishes nothing, to exercise the fallback. */
SG_KERNEL void scan_lookback(__global const sum_t *restrict x, __global const sum_t *restrict initial,
                             __global sum_t *restrict y, __global uint *states, __global uint *measures, ulong n,
                             uint polls, __local sum_t *sub_groups, __local sum_t *prefix,
                             __local uint *ticket COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    if (COUNTED_PAST(n, SCAN_TILE)) return;
    const lookback_local local_memory = {sub_groups, prefix, ticket};
    uint tile;
    lookback_scan(sg, x, initial, y, states, LOOKBACK_FALLBACKS(measures), n, polls, EXCLUSIVE, local_memory, &tile);
}
