/* histogram: one range of the counters at a time, for more counters than local memory holds, in plain OpenCL C.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], zero before the launch if each is 0 (totals.h)
 *
 * A work-group reads a share of the samples and counts those of one range, so every sample is read RANGES times: less
 * costly than one addition in global memory. Work-groups of one share have consecutive numbers, so all but the first
 * usually find the samples in the cache.
 *
 * If nearly all samples have one bucket, ranges only cost time. So each work-group first examines the same few samples.
 * If these agree, it counts that bucket of its own share in a register, and adds other samples in global memory.
 *
 * Requires: work-groups of GROUP_SIZE; a multiple of RANGES work-groups; 4 * (RANGE + 1) bytes of local memory. Every
 * work-group adds RANGE counters, so launch only as many as fill the device.
 */
#include "histogram/counter.h"
#include "histogram/totals.h"

/* 1 if a sample is first compared with the keys of the range, because finding its counter costs more. */
#define BY_KEYS (SAMPLE_BITS != 8 && FUNCTION != IDENTITY && !GUESS_EXACT)
/* The counter of a sample, or a number outside the range if the sample belongs to another range. */
#if BY_KEYS
#define COUNTER_OF(sample, keys, edges) bucket_between(sample, (keys).x, (keys).y, edges)
#elif FUNCTION == IDENTITY
#define COUNTER_OF(sample, keys, edges) ((uint)(sample))
#else
#define COUNTER_OF(sample, keys, edges) counter_of(sample, edges)
#endif

#ifndef GROUP_SIZE
#define GROUP_SIZE 256
#endif
/* Counters of a range; the last range may have fewer. */
#ifndef RANGE
#define RANGE COUNTERS
#endif
#define RANGES ((COUNTERS + RANGE - 1) / RANGE)

/* Slot `length` is the extra counter. If the counter is below the range, `slot` has wrapped to a large
 * number; NO_BUCKET is past the last range.
 */
static inline void count_slot(uint slot, uint length, __local uint *group_counts) {
    atomic_inc(&group_counts[min(slot, length)]);
}

/* The keys of samples in `length` buckets from `first` on; (1, 0): none. Two comparisons reject a sample of another
 * range, without a search.
 */
static inline uint2 range_keys(uint first, uint length, __global const uint *edges) {
#if !BY_KEYS
    return (uint2)(0, 0); /* unused */
#else
    const uint next = first + length;
    if (first > LAST_BUCKET || (next <= LAST_BUCKET && edges[next] == edges[first])) return (uint2)(1, 0);
    return (uint2)(edges[first], next > LAST_BUCKET ? LAST_KEY : edges[next] - 1);
#endif
}

/* With one range or few samples per work-item, examining samples costs more than it saves. */
#if RANGES > 1
#define LOOKED_AT(n) ((n) / 128 >= GROUP_SIZE)
#else
#define LOOKED_AT(n) false
#endif

/* The bucket of at least seven eighths of GROUP_SIZE samples, or NO_BUCKET. They are from all parts of the input, at
 * irregular places. Work-group-uniform.
 */
static inline uint hot_bucket(__global const sample_t *samples, uint n, __global const uint *edges, __local uint *agreed) {
    const uint id = (uint)get_local_id(0), part = n / GROUP_SIZE;
    const uint first = bucket_of(samples[part / 2], edges), middle = bucket_of(samples[n / 2], edges);
    const uint last = bucket_of(samples[n - 1 - part / 3], edges);
    const uint candidate = middle == last ? middle : first; /* two of the three, if they agree */
    if (id == 0) *agreed = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (bucket_of(samples[id * part + id * 2654435761u % part], edges) == candidate) atomic_inc(agreed);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint count = *agreed;
    barrier(CLK_LOCAL_MEM_FENCE); /* the caller overwrites the word */
    return 8 * count >= 7 * GROUP_SIZE ? candidate : NO_BUCKET;
}

/* 1 for a sample of the hot bucket, which the caller counts; adds other samples to the result. */
static inline uint hot_or_added(uint bucket, uint hot, __global uint *counts) {
    if (bucket != hot && bucket < BUCKETS) atomic_inc(&counts[bucket]);
    return bucket == hot ? 1u : 0u;
}

static inline void count_beside(__global const sample_t *samples, uint n, __global const uint *edges, uint hot,
                                __global uint *counts, __local uint *sum) {
    __global const uint4 *vectors = (__global const uint4 *)samples;
    const size_t vector_count = n / SAMPLES_IN_VECTOR;
    uint own = 0;
    for (size_t v = get_global_id(0); v < vector_count; v += get_global_size(0)) {
        const uint4 words = vectors[v];
        for (uint j = 0; j < SAMPLES_IN_WORD; ++j) {
            own += hot_or_added(bucket_of(sample_in_word(words.x, j), edges), hot, counts);
            own += hot_or_added(bucket_of(sample_in_word(words.y, j), edges), hot, counts);
            own += hot_or_added(bucket_of(sample_in_word(words.z, j), edges), hot, counts);
            own += hot_or_added(bucket_of(sample_in_word(words.w, j), edges), hot, counts);
        }
    }
    for (size_t i = vector_count * SAMPLES_IN_VECTOR + get_global_id(0); i < n; i += get_global_size(0))
        own += hot_or_added(bucket_of(samples[i], edges), hot, counts);
    if (get_local_id(0) == 0) *sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(sum, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) atomic_add(&counts[hot], *sum);
}

__kernel __attribute__((reqd_work_group_size(GROUP_SIZE, 1, 1))) void histogram_ranges(__global const sample_t *restrict samples, __global uint *counts,
                               __global const uint *restrict edges, uint n, __global uint *totals, uint each,
                               __local uint *group_counts COUNTED_PARAMS) {
    COUNTED_CUT(n);
    const uint id = (uint)get_local_id(0), group = (uint)get_group_id(0);
    const uint first = group % RANGES * RANGE, length = min((uint)RANGE, COUNTERS - first);
    if (each == 0 && LOOKED_AT(n)) {
        const uint hot = hot_bucket(samples, n, edges, group_counts);
        if (hot < BUCKETS) {
            count_beside(samples, n, edges, hot, counts, group_counts);
            return;
        }
    }
    const uint2 keys = range_keys(first, length, edges);
    for (uint slot = id; slot <= length; slot += get_local_size(0)) group_counts[slot] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    /* Among the work-items of all groups with this range. */
    const size_t item = group / RANGES * get_local_size(0) + id;
    const size_t items = get_num_groups(0) / RANGES * get_local_size(0);
    __global const uint4 *vectors = (__global const uint4 *)samples;
    const size_t vector_count = n / SAMPLES_IN_VECTOR;
    for (size_t v = item; v < vector_count; v += items) {
        const uint4 words = vectors[v];
        for (uint j = 0; j < SAMPLES_IN_WORD; ++j) {
            /* Finds all four counters first, here in the kernel: a function that does so triggers defect D19
             * (docs/defects.md). */
            const uint a = COUNTER_OF(sample_in_word(words.x, j), keys, edges) - first;
            const uint b = COUNTER_OF(sample_in_word(words.y, j), keys, edges) - first;
            const uint c = COUNTER_OF(sample_in_word(words.z, j), keys, edges) - first;
            const uint d = COUNTER_OF(sample_in_word(words.w, j), keys, edges) - first;
            count_slot(a, length, group_counts);
            count_slot(b, length, group_counts);
            count_slot(c, length, group_counts);
            count_slot(d, length, group_counts);
        }
    }
    for (size_t i = vector_count * SAMPLES_IN_VECTOR + item; i < n; i += items) {
        const uint slot = COUNTER_OF(samples[i], keys, edges) - first;
        count_slot(slot, length, group_counts);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint slot = id; slot < length; slot += get_local_size(0)) {
        const uint bucket = BUCKET_OF_COUNTER(first + slot, edges);
        if (bucket < BUCKETS)
            add_to_total(counts, totals, bucket, group_counts[slot], each, (uint)get_num_groups(0) / RANGES);
    }
}
