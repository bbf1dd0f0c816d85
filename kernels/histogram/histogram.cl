/* histogram: counts of n samples in BUCKETS buckets, in plain OpenCL C.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], zero before the launch (`private` overwrites it)
 *
 * Any work-group size, any number of work-groups. Counters are uint, and n fits into one.
 */
#include "histogram/counter.h"
#include "histogram/block.h"

/* All work-items of the device compete for BUCKETS counters in global memory. */
__kernel void histogram_global(__global const sample_t *restrict samples, __global uint *counts,
                               __global const uint *restrict edges, uint n COUNTED_PARAMS) {
    COUNTED_CUT(n);
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uint bucket = bucket_of(samples[i], edges);
        if (bucket < BUCKETS) atomic_inc(&counts[bucket]);
    }
}

/* A work-group counts in local memory, then adds its counters to the result. */
__kernel void histogram_local(__global const sample_t *restrict samples, __global uint *counts,
                              __global const uint *restrict edges, uint n, __local uint *group_counts COUNTED_PARAMS) {
    COUNTED_CUT(n);
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0))
        group_counts[bucket] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uint bucket = bucket_of(samples[i], edges);
        if (bucket < BUCKETS) atomic_inc(&group_counts[bucket]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0))
        if (group_counts[bucket] != 0) atomic_add(&counts[bucket], group_counts[bucket]);
}

/* A run of samples of one bucket that a work-item has read and not yet added. */
typedef struct {
    uint bucket, length;
} run_t;

static inline run_t run_next(run_t run, uint bucket, __local uint *group_counts) {
    if (bucket == run.bucket) {
        run.length++;
        return run;
    }
    if (run.bucket < BUCKETS) atomic_add(&group_counts[run.bucket], run.length);
    const run_t next = {bucket, 1};
    return next;
}

static inline run_t run_word(run_t run, uint word, __global const uint *edges, __local uint *group_counts) {
    for (uint j = 0; j < SAMPLES_IN_WORD; ++j)
        run = run_next(run, bucket_of(sample_in_word(word, j), edges), group_counts);
    return run;
}

/* A work-item reads SAMPLES_IN_VECTOR adjacent samples at a time, so it sees runs in memory order. */
__kernel void histogram_runs(__global const sample_t *restrict samples, __global uint *counts,
                             __global const uint *restrict edges, uint n, __local uint *group_counts COUNTED_PARAMS) {
    COUNTED_CUT(n);
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0))
        group_counts[bucket] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __global const uint4 *vectors = (__global const uint4 *)samples;
    const size_t vector_count = n / SAMPLES_IN_VECTOR;
    run_t run = {NO_BUCKET, 0};
    for (size_t v = get_global_id(0); v < vector_count; v += get_global_size(0)) {
        const uint4 words = vectors[v];
        run = run_word(run, words.x, edges, group_counts);
        run = run_word(run, words.y, edges, group_counts);
        run = run_word(run, words.z, edges, group_counts);
        run = run_word(run, words.w, edges, group_counts);
    }
    for (size_t i = vector_count * SAMPLES_IN_VECTOR + get_global_id(0); i < n; i += get_global_size(0))
        run = run_next(run, bucket_of(samples[i], edges), group_counts);
    run_next(run, NO_BUCKET, group_counts);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0))
        if (group_counts[bucket] != 0) atomic_add(&counts[bucket], group_counts[bucket]);
}

/* For CPUs: every work-item owns ROWS histograms and a contiguous share of the samples, without atomics. u8 samples are
 * counted by value (counter.h). Rows alternate, because adding to a counter that was just written is slow. Writes
 * rows[work-items][ROWS][ROW], which private_sum.cl adds up. */
#define ROWS 4
__kernel void histogram_private(__global const sample_t *restrict samples, __global uint *restrict rows,
                                __global const uint *restrict edges, uint n COUNTED_PARAMS) {
    COUNTED_CUT(n);
    __global uint *row = rows + get_global_id(0) * ROWS * ROW;
    __global uint *row1 = row + ROW, *row2 = row1 + ROW, *row3 = row2 + ROW;
    for (uint counter = 0; counter < ROWS * ROW; ++counter) row[counter] = 0;
    const size_t share = ((n - 1u) / get_global_size(0) / ROWS + 1) * ROWS;
    const size_t first = min(get_global_id(0) * share, (size_t)n), end = min(first + share, (size_t)n);
    size_t i = first;
#if BLOCK
    for (; i + BLOCK <= end; i += BLOCK) {
        uint high[BLOCK], key[BLOCK];
        if (block_of(samples + i, high, key)) {
            for (uint j = 0; j < BLOCK; j += ROWS) {
                row[high[j]]++;
                row1[high[j + 1]]++;
                row2[high[j + 2]]++;
                row3[high[j + 3]]++;
            }
        } else {
            for (uint j = 0; j < BLOCK; j += ROWS) {
                row[block_corrected(high[j], key[j], edges)]++;
                row1[block_corrected(high[j + 1], key[j + 1], edges)]++;
                row2[block_corrected(high[j + 2], key[j + 2], edges)]++;
                row3[block_corrected(high[j + 3], key[j + 3], edges)]++;
            }
        }
    }
#else
    /* All samples are read before a counter is written; a compiler may not reorder this. Not a loop: compilers would
     * vectorise it and move the indices through memory. */
    for (; i + ROWS <= end; i += ROWS) {
        const uint at = counter_of(samples[i], edges), at1 = counter_of(samples[i + 1], edges);
        const uint at2 = counter_of(samples[i + 2], edges), at3 = counter_of(samples[i + 3], edges);
        row[at]++;
        row1[at1]++;
        row2[at2]++;
        row3[at3]++;
    }
#endif
    for (; i < end; ++i) row[counter_of(samples[i], edges)]++;
}
