/* histogram: wrong kernels, each with one bug seen in practice, which verification must catch.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], zero before the launch
 *
 * Each comment names the bug and the input that shows it. Compare with histogram.cl. Edits of match.cl are in
 * histogram.c.
 */
#include "sg/sg.h"
#include "histogram/bucket.h"

/* Bug: the counter is read and written in two steps, so work-items that read the same value lose samples; with the
 * barrier, always. Shown by two equal buckets in a work-group. */
__kernel void histogram_lost_update(__global const sample_t *restrict samples, __global uint *counts,
                                    __global const uint *restrict edges, uint n, __local uint *group_counts) {
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0))
        group_counts[bucket] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t first = get_group_id(0) * get_local_size(0); first < n; first += get_global_size(0)) {
        const size_t i = first + get_local_id(0);
        const uint bucket = i < n ? bucket_of(samples[i], edges) : NO_BUCKET;
        const uint before = bucket < BUCKETS ? group_counts[bucket] : 0u;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (bucket < BUCKETS) group_counts[bucket] = before + 1u;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0))
        if (group_counts[bucket] != 0) atomic_add(&counts[bucket], group_counts[bucket]);
}

#ifndef RANGE
#define RANGE BUCKETS
#endif
/* Bug: a range of counters ends before its last one (compare ranges.cl). Shown by one sample in the last bucket of a
 * range. Every work-group reads all samples. */
__kernel void histogram_range_end(__global const sample_t *restrict samples, __global uint *counts,
                                  __global const uint *restrict edges, uint n, __local uint *group_counts) {
    const uint first = (uint)get_group_id(0) * RANGE, length = min((uint)RANGE, BUCKETS - first) - 1u;
    for (uint slot = get_local_id(0); slot < length; slot += get_local_size(0)) group_counts[slot] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = get_local_id(0); i < n; i += get_local_size(0)) {
        const uint slot = bucket_of(samples[i], edges) - first;
        if (slot < length) atomic_inc(&group_counts[slot]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint slot = get_local_id(0); slot < length; slot += get_local_size(0))
        if (group_counts[slot] != 0) atomic_add(&counts[first + slot], group_counts[slot]);
}

static inline uint counted_by_group(__global const sample_t *samples, __global const uint *edges, uint n, uint bucket) {
    uint own = 0;
    for (size_t i = get_group_id(0); i < n; i += get_num_groups(0)) own += bucket_of(samples[i], edges) == bucket;
    return own;
}

/* Bug: the last work-group does not reset the total, and the next run adds to it. Shown by the second run. */
__kernel void histogram_left_over(__global const sample_t *restrict samples, __global uint *counts,
                                  __global const uint *restrict edges, uint n, __global uint *totals, uint each) {
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0)) {
        const uint own = counted_by_group(samples, edges, n, bucket);
        const uint before = atomic_add(&totals[bucket], own + each);
        const uint all_others = ((uint)get_num_groups(0) - 1) * each;
        if (before >= all_others) counts[bucket] = before - all_others + own;
    }
}

/* Bug: the last but one work-group writes the result, so the last one's count is missing. Shown by any sample. */
__kernel void histogram_last_but_one(__global const sample_t *restrict samples, __global uint *counts,
                                     __global const uint *restrict edges, uint n, __global uint *totals, uint each) {
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += get_local_size(0)) {
        const uint own = counted_by_group(samples, edges, n, bucket);
        const uint before = atomic_add(&totals[bucket], own + each);
        const uint all_others = ((uint)get_num_groups(0) - 1) * each, all_but_two = all_others - each;
        if (before >= all_but_two && before < all_others) counts[bucket] = before - all_but_two + own;
        if (before >= all_others) atomic_xchg(&totals[bucket], 0u);
    }
}

/* Bug: counters of 8 bits wrap at 256. Every work-item counts a contiguous share in its row of
 * rows[work-items][BUCKETS + 1]. Shown by more than 255 samples of one bucket in a share. */
__kernel void histogram_byte_counter(__global const sample_t *restrict samples, __global uint *counts,
                                     __global const uint *restrict edges, uint n, __global uchar *rows) {
    __global uchar *row = rows + get_global_id(0) * (BUCKETS + 1);
    for (uint bucket = 0; bucket <= BUCKETS; ++bucket) row[bucket] = 0;
    const size_t share = (n - 1u) / get_global_size(0) + 1;
    const size_t first = min(get_global_id(0) * share, (size_t)n), end = min(first + share, (size_t)n);
    for (size_t i = first; i < end; ++i) row[bucket_of(samples[i], edges)]++;
    for (uint bucket = 0; bucket < BUCKETS; ++bucket)
        if (row[bucket] != 0) atomic_add(&counts[bucket], row[bucket]);
}

#if FUNCTION == EVEN
/* Bug: the quotient is trusted. Shown by samples equal to edges, and by one in 100,000 of other samples. */
__kernel void histogram_quotient(__global const sample_t *restrict samples, __global uint *counts,
                                 __global const uint *restrict edges, uint n) {
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        const uint key = key_of(samples[i]);
        if (key < (uint)FIRST_KEY || key > (uint)LAST_KEY) continue;
        atomic_inc(&counts[(uint)clamp(guess_of(samples[i]), 0.0f, BUCKETS - 1.0f)]);
    }
}

#if SAMPLE_FLOAT
/* Bug: NaN passes the test "not below the range and not above it". Shown by one NaN. */
__kernel void histogram_nan_counted(__global const sample_t *restrict samples, __global uint *counts,
                                    __global const uint *restrict edges, uint n, float lower, float upper) {
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0)) {
        const float sample = samples[i];
        if (sample < lower || sample >= upper) continue;
        const uint bucket = isnan(sample) ? 0u : bucket_of(sample, edges);
        if (bucket < BUCKETS) atomic_inc(&counts[bucket]);
    }
}
#endif
#endif
