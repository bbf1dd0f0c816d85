/* scan: identical bits on every device and in work-groups of every size, by a fixed order of operations (README.md).
 * SPDX-License-Identifier: MIT
 *
 *   scan_fixed_totals   totals[blocks]: of each block
 *   scan_fixed_carry    totals[b] becomes the prefix of block b; one work-group
 *   scan_fixed          y[n]
 *
 * A block is RUNS runs of RUN elements. A work-group of any size computes a block; no sub-group is needed. x is read
 * three times, the third time from the cache.
 */
#pragma OPENCL FP_CONTRACT OFF /* before all includes: a fused step of pairs rounds only once */
#include "common/scan.h"

#define EXCLUSIVE (KIND == KIND_EXCLUSIVE)
#define RUN 16u
#define RUNS 256u
#define BLOCK (RUN * RUNS)
#define EACH_RUN(r) (uint r = get_local_id(0); r < RUNS; r += get_local_size(0))

/* fmin and fmax may return either of two zeros. Here it is the first one. */
static inline sum_t fixed_combine(sum_t a, sum_t b) {
#if OPERATOR_ON_FLOATS && OPERATOR == OPERATOR_MIN
    return b < a || isnan(a) ? b : a;
#elif OPERATOR_ON_FLOATS && OPERATOR == OPERATOR_MAX
    return b > a || isnan(a) ? b : a;
#else
    return operator_combine(a, b);
#endif
}

/* A run, with identities from element n on. All loops over a run have RUN turns: one compiler reorders the sum of a loop
 * whose length it does not know. */
static inline void fixed_load(__global const sum_t *x, ulong begin, ulong n, sum_t run[RUN]) {
    if (begin + RUN <= n) {
        for (uint k = 0; k < RUN; ++k) run[k] = x[begin + k];
    } else {
        for (uint k = 0; k < RUN; ++k) run[k] = begin + k < n ? x[begin + k] : operator_identity();
    }
}

/* totals[r], with r < RUNS, becomes the combination of runs 0 to r of the block. Each step reads one half of `totals`
 * and writes the other. */
static inline void fixed_runs(__global const sum_t *x, ulong first, ulong n, __local sum_t *totals) {
    for EACH_RUN(r) {
        sum_t run[RUN], total = operator_identity();
        fixed_load(x, first + r * RUN, n, run);
        for (uint k = 0; k < RUN; ++k) total = fixed_combine(total, run[k]);
        totals[r] = total;
    }
    uint from = 0;
    for (uint d = 1; d < RUNS; d *= 2, from = RUNS - from) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for EACH_RUN(r) {
            const sum_t own = totals[from + r];
            totals[RUNS - from + r] = r < d ? own : fixed_combine(totals[from + r - d], own);
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE); /* after eight steps `from` is 0 */
}

/* Scans the block that begins at `first`; y may be x. Returns the combination up to its end. */
static inline sum_t fixed_block(__global const sum_t *x, __global sum_t *y, ulong first, ulong n, bool exclusive,
                                sum_t carry, __local sum_t *totals) {
    fixed_runs(x, first, n, totals);
    for EACH_RUN(r) {
        const ulong begin = first + r * RUN;
        const sum_t before = fixed_combine(carry, r > 0 ? totals[r - 1] : operator_identity());
        sum_t run[RUN], own = operator_identity();
        fixed_load(x, begin, n, run);
        for (uint k = 0; k < RUN; ++k) {
            const sum_t with = fixed_combine(own, run[k]);
            if (begin + k < n) y[begin + k] = fixed_combine(before, exclusive ? own : with);
            own = with;
        }
    }
    const sum_t all = fixed_combine(carry, totals[RUNS - 1]);
    barrier(CLK_LOCAL_MEM_FENCE); /* the next block overwrites totals */
    return all;
}

__kernel void scan_fixed_totals(__global const sum_t *restrict x, __global sum_t *restrict totals, ulong n,
                                __local sum_t *runs COUNTED_PARAMS) {
    COUNTED_CUT(n);
    fixed_runs(x, get_group_id(0) * (ulong)BLOCK, n, runs);
    if (get_local_id(0) == 0) totals[get_group_id(0)] = runs[RUNS - 1];
}

__kernel void scan_fixed_carry(__global sum_t *totals, __global const sum_t *initial, ulong blocks, __local sum_t *runs) {
    sum_t carry = scan_start(initial);
    for (ulong first = 0; first < blocks; first += BLOCK)
        carry = fixed_block(totals, totals, first, blocks, true, carry, runs);
}

__kernel void scan_fixed(__global const sum_t *restrict x, __global const sum_t *restrict totals,
                         __global const sum_t *restrict initial, __global sum_t *restrict y, ulong n,
                         __local sum_t *runs COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const sum_t carry = get_num_groups(0) > 1 ? totals[get_group_id(0)] : scan_start(initial);
    fixed_block(x, y, get_group_id(0) * (ulong)BLOCK, n, EXCLUSIVE, carry, runs);
}
