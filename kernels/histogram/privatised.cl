/* histogram: several histograms in local memory, loads of 16 bytes.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], zero before the launch if each is 0 (totals.h)
 *
 * Work-items that need the same counter wait for each other, so they are spread over COPIES histograms by lane
 * (COPY_BY_LANE) or sub-group (COPY_BY_SUB_GROUP), modulo COPIES.
 *
 * Requires: work-group-uniform flow; 4 * (COUNTERS + 1) * COPIES bytes of local memory. Every work-group adds BUCKETS
 * counters, so launch only as many as fill the device.
 */
#include "sg/sg.h"
#include "histogram/counter.h"
#include "histogram/totals.h"

#ifndef COPIES
#define COPIES 1
#endif
#define COPY_BY_LANE 0
#define COPY_BY_SUB_GROUP 1
#ifndef COPY_BY
#define COPY_BY COPY_BY_LANE
#endif

/* Copies by lane are interleaved, so that lanes with one bucket use different memory banks. */
#if COPY_BY == COPY_BY_LANE
#define SLOT(counter, copy) ((counter)*COPIES + (copy))
#else
#define SLOT(counter, copy) ((copy) * (COUNTERS + 1) + (counter))
#endif

/* Every bucket, even one that no u8 has (totals.h). */
#if FUNCTION == IDENTITY
#define ALL_RESULTS BUCKETS
#else
#define ALL_RESULTS COUNTERS
#endif

static inline void count_sample(sg_t sg, sample_t sample, uint copy, __global const uint *edges,
                                __local uint *group_counts) {
    const uint counter = counter_of(sample, edges);
    SG_SHOW(sg, "counter", counter);
    SG_SHOW(sg, "slot", SLOT(counter, copy));
    atomic_inc(&group_counts[SLOT(counter, copy)]);
}

static inline void count_word(sg_t sg, uint word, uint copy, __global const uint *edges, __local uint *group_counts) {
    for (uint j = 0; j < SAMPLES_IN_WORD; ++j) count_sample(sg, sample_in_word(word, j), copy, edges, group_counts);
}

/* 0 for a bucket that no u8 has. */
static inline uint sum_of(uint counter, uint id, __local const uint *group_counts) {
    uint sum = 0;
    if (counter >= COUNTERS) return 0;
    /* Different copies are in different banks. */
    for (uint c = 0; c < COPIES; ++c) sum += group_counts[SLOT(counter, (c + id) % COPIES)];
    return sum;
}

SG_KERNEL void histogram_privatised(__global const sample_t *restrict samples, __global uint *counts,
                                    __global const uint *restrict edges, uint n, __global uint *totals,
                                    uint each, __local uint *group_counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    const uint id = (uint)get_local_id(0);
    const uint copy = (COPY_BY == COPY_BY_LANE ? sg_lane(sg) : sg_id(sg)) % COPIES;
    SG_SHOW(sg, "copy", copy);
    for (uint slot = id; slot < (COUNTERS + 1) * COPIES; slot += SG_GROUP_SIZE) group_counts[slot] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __global const uint4 *vectors = (__global const uint4 *)samples;
    const size_t vector_count = n / SAMPLES_IN_VECTOR;
    for (size_t v = get_global_id(0); v < vector_count; v += get_global_size(0)) {
        const uint4 words = vectors[v];
        count_word(sg, words.x, copy, edges, group_counts);
        count_word(sg, words.y, copy, edges, group_counts);
        count_word(sg, words.z, copy, edges, group_counts);
        count_word(sg, words.w, copy, edges, group_counts);
    }
    for (size_t i = vector_count * SAMPLES_IN_VECTOR + get_global_id(0); i < n; i += get_global_size(0))
        count_sample(sg, samples[i], copy, edges, group_counts);
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint results = each == 0 ? COUNTERS : ALL_RESULTS;
    for (uint i = id; i < results; i += SG_GROUP_SIZE) {
        const uint bucket = BUCKET_OF_COUNTER(i, edges);
        if (bucket < BUCKETS)
            add_to_total(counts, totals, bucket, sum_of(i, id, group_counts), each, (uint)get_num_groups(0));
    }
}
