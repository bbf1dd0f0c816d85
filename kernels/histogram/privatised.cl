/* histogram: several histograms in local memory, loads of 16 bytes.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], of zeros before the launch where each is 0 (totals.h)
 *
 * A load of 16 bytes asks for four times as many at once as one of 4. Work-items that want the same counter in local
 * memory still wait for each other: they are spread over COPIES histograms of the work-group.
 *
 * Requires: flow is work-group-uniform; 4 * BUCKETS * COPIES bytes of local memory. Costs: reads every sample
 * once; at the end every work-group adds BUCKETS counters to the result, so launch as few work-groups as fill
 * the device.
 */
#include "sg/sg.h"
#include "histogram/bucket.h"
#include "histogram/totals.h"

#ifndef COPIES
#define COPIES 1
#endif
#define COPY_BY_LANE 0
#define COPY_BY_SUB_GROUP 1
#ifndef COPY_BY
#define COPY_BY COPY_BY_LANE
#endif

/* Copies that lanes choose stand side by side, so that lanes with one bucket hit different memory banks;
 * copies that sub-groups choose stand one after the other. */
#if COPY_BY == COPY_BY_LANE
#define SLOT(bucket, copy) ((bucket)*COPIES + (copy))
#else
#define SLOT(bucket, copy) ((copy)*BUCKETS + (bucket))
#endif

static inline void count_word(sg_t sg, uint word, uint copy, __global const uint *edges, __local uint *group_counts) {
    for (uint j = 0; j < SAMPLES_IN_WORD; ++j) {
        const uint bucket = bucket_of(sample_in_word(word, j), edges);
        SG_SHOW(sg, "bucket", bucket);
        SG_SHOW(sg, "slot", SLOT(bucket, copy));
        if (bucket < BUCKETS) atomic_inc(&group_counts[SLOT(bucket, copy)]);
    }
}

/* COPIES histograms in local memory: a lane adds to the copy of its own number (COPY_BY_LANE) or of its
 * sub-group's (COPY_BY_SUB_GROUP), modulo COPIES. */
SG_KERNEL void histogram_privatised(__global const sample_t *restrict samples, __global uint *counts,
                                    __global const uint *restrict edges, uint n, __global uint *totals,
                                    uint each, __local uint *group_counts SG_PARAMS) {
    SG_BEGIN(sg);
    const uint id = (uint)get_local_id(0);
    const uint copy = (COPY_BY == COPY_BY_LANE ? sg_lane(sg) : sg_id(sg)) % COPIES;
    SG_SHOW(sg, "copy", copy);
    for (uint slot = id; slot < BUCKETS * COPIES; slot += SG_GROUP_SIZE) group_counts[slot] = 0;
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
    for (size_t i = vector_count * SAMPLES_IN_VECTOR + get_global_id(0); i < n; i += get_global_size(0)) {
        const uint bucket = bucket_of(samples[i], edges);
        SG_SHOW(sg, "bucket", bucket);
        SG_SHOW(sg, "slot", SLOT(bucket, copy));
        if (bucket < BUCKETS) atomic_inc(&group_counts[SLOT(bucket, copy)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    /* Every work-item starts at another copy: all at the same one would read from the same bank. */
    for (uint bucket = id; bucket < BUCKETS; bucket += SG_GROUP_SIZE) {
        uint sum = 0;
        for (uint c = 0; c < COPIES; ++c) sum += group_counts[SLOT(bucket, (c + id) % COPIES)];
        add_to_total(counts, totals, bucket, sum, each, (uint)get_num_groups(0));
    }
}
