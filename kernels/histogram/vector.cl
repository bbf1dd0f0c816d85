/* histogram: 16 bytes of samples a load, counted in local memory with fewer collisions.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], of zeros before the launch
 *
 * A load of 16 bytes keeps four times as many bytes on their way as one of 4, which is what reaching the
 * memory's speed takes. What is left are collisions in local memory: `privatised` spreads them over COPIES
 * histograms of the work-group, `uniform` adds once where all lanes agree.
 *
 * Requires: flow is work-group-uniform. Local memory: COPIES (`uniform`: 1) * BUCKETS * 4 bytes. Costs: reads
 * every sample once; at the end every work-group adds BUCKETS counters to the result, so launch as few
 * work-groups as fill the device.
 */
#include "sg/sg.h"
#include "histogram/bucket.h"

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

static inline void count_word(uint word, uint copy, __global const uint *edges, __local uint *group_counts) {
    for (uint j = 0; j < SAMPLES_IN_WORD; ++j) {
        const uint bucket = bucket_of(sample_in_word(word, j), edges);
        if (bucket < BUCKETS) atomic_inc(&group_counts[SLOT(bucket, copy)]);
    }
}

/* COPIES histograms in local memory: a lane adds to the copy of its own number (COPY_BY_LANE) or of its
 * sub-group's (COPY_BY_SUB_GROUP), modulo COPIES. */
SG_KERNEL void histogram_privatised(__global const sample_t *restrict samples, __global uint *counts,
                                    __global const uint *restrict edges, uint n,
                                    __local uint *group_counts SG_PARAMS) {
    SG_BEGIN(sg);
    const uint id = (uint)get_local_id(0);
    const uint copy = (COPY_BY == COPY_BY_LANE ? sg_lane(sg) : sg_id(sg)) % COPIES;
    for (uint slot = id; slot < BUCKETS * COPIES; slot += SG_GROUP_SIZE) group_counts[slot] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __global const uint4 *vectors = (__global const uint4 *)samples;
    const size_t vector_count = n / SAMPLES_IN_VECTOR;
    for (size_t v = get_global_id(0); v < vector_count; v += get_global_size(0)) {
        const uint4 words = vectors[v];
        count_word(words.x, copy, edges, group_counts);
        count_word(words.y, copy, edges, group_counts);
        count_word(words.z, copy, edges, group_counts);
        count_word(words.w, copy, edges, group_counts);
    }
    for (size_t i = vector_count * SAMPLES_IN_VECTOR + get_global_id(0); i < n; i += get_global_size(0)) {
        const uint bucket = bucket_of(samples[i], edges);
        if (bucket < BUCKETS) atomic_inc(&group_counts[SLOT(bucket, copy)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    /* Every work-item starts at another copy: all at the same one would read from the same bank. */
    for (uint bucket = id; bucket < BUCKETS; bucket += SG_GROUP_SIZE) {
        uint sum = 0;
        for (uint c = 0; c < COPIES; ++c) sum += group_counts[SLOT(bucket, (c + id) % COPIES)];
        if (sum != 0) atomic_add(&counts[bucket], sum);
    }
}

/* One addition for the sub-group where all lanes agree, one a lane elsewhere. */
static inline void count_agreed(sg_t sg, uint bucket, __local uint *group_counts) {
    const int agreed = sg_all_equal(sg, bucket);
    const uint amount = agreed ? SG_WIDTH : 1u;
    if (bucket < BUCKETS && (!agreed || sg_lane(sg) == 0)) atomic_add(&group_counts[bucket], amount);
}

/* The uniform fast path: a vote a sample asks whether the whole sub-group agrees. It pays where samples come
 * in runs longer than a sub-group, or all alike; elsewhere the vote is lost time. */
SG_KERNEL void histogram_uniform(__global const sample_t *restrict samples, __global uint *counts,
                                 __global const uint *restrict edges, uint n,
                                 __local uint *group_counts SG_PARAMS) {
    SG_BEGIN(sg);
    const uint id = (uint)get_local_id(0);
    for (uint bucket = id; bucket < BUCKETS; bucket += SG_GROUP_SIZE) group_counts[bucket] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    __global const uint4 *vectors = (__global const uint4 *)samples;
    const size_t vector_count = n / SAMPLES_IN_VECTOR;
    for (size_t first = get_group_id(0) * SG_GROUP_SIZE; first < vector_count; first += get_global_size(0)) {
        const int active = first + id < vector_count;
        uint4 words = active ? vectors[first + id] : (uint4)(0u);
        for (uint k = 0; k < 4; ++k) {
            for (uint j = 0; j < SAMPLES_IN_WORD; ++j) {
                const uint bucket = active ? bucket_of(sample_in_word(words.x, j), edges) : NO_BUCKET;
                count_agreed(sg, bucket, group_counts);
            }
            words = words.yzwx;
        }
    }
    const size_t rest = vector_count * SAMPLES_IN_VECTOR;
    for (size_t first = rest + get_group_id(0) * SG_GROUP_SIZE; first < n; first += get_global_size(0)) {
        const uint bucket = first + id < n ? bucket_of(samples[first + id], edges) : NO_BUCKET;
        count_agreed(sg, bucket, group_counts);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bucket = id; bucket < BUCKETS; bucket += SG_GROUP_SIZE)
        if (group_counts[bucket] != 0) atomic_add(&counts[bucket], group_counts[bucket]);
}
