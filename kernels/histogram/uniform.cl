/* histogram: one addition for the whole sub-group if all of its lanes hold the same bucket.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], zero before the launch
 *
 * Faster if samples come in runs longer than a sub-group; for other inputs the votes are overhead. Requires:
 * work-group-uniform flow; 4 * BUCKETS bytes of local memory.
 */
#include "sg/sg.h"
#include "histogram/bucket.h"

static inline void count_agreed(sg_t sg, uint bucket, __local uint *group_counts) {
    const int agreed = sg_all_equal(sg, bucket);
    const uint amount = agreed ? SG_WIDTH : 1u;
    SG_SHOW(sg, "bucket", bucket);
    SG_SHOW(sg, "agreed", agreed);
    if (bucket < BUCKETS && (!agreed || sg_lane(sg) == 0)) atomic_add(&group_counts[bucket], amount);
}

SG_KERNEL void histogram_uniform(__global const sample_t *restrict samples, __global uint *counts,
                                 __global const uint *restrict edges, uint n,
                                 __local uint *group_counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
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
