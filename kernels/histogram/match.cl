/* histogram: lanes with the same bucket find each other, and the lowest of them adds for all.
 * SPDX-License-Identifier: MIT
 *
 *   samples[n]  ->  counts[BUCKETS], zero before the launch
 *
 * WAY chooses the search:
 *   ballot     one ballot for each bit of the bucket number: log2 BUCKETS, rounded up
 *   shuffle    every lane reads all W lanes
 *   waterfall  one step for each distinct bucket in the sub-group: at most W
 *   native     sg_match_any: the device's instruction if it has one, otherwise derived
 *
 * Requires: sub-group-uniform flow only (the waterfall). Lanes without a sample hold NO_BUCKET and clear `counted`.
 */
#include "sg/sg.h"
#include "histogram/bucket.h"

#define WAY_BALLOT 0
#define WAY_SHUFFLE 1
#define WAY_WATERFALL 2
#define WAY_NATIVE 3
#ifndef WAY
#define WAY WAY_BALLOT
#endif

/* The lanes with this lane's bucket, including this lane. Unspecified if `counted` is 0. */
static inline sg_mask same_bucket(sg_t sg, uint bucket, int counted) {
#if WAY == WAY_BALLOT
    sg_mask same = sg_ballot(sg, counted);
    for (uint bit = 0; bit < BUCKET_BITS; ++bit) {
        const int set = (int)(bucket >> bit) & 1;
        const sg_mask ones = sg_ballot(sg, set);
        same = set ? sg_mask_and(same, ones) : sg_mask_andnot(same, ones);
    }
#elif WAY == WAY_SHUFFLE
    sg_mask same = sg_mask_empty();
    for (uint lane = 0; lane < SG_WIDTH; ++lane) {
        const uint other = sg_broadcast(sg, bucket, lane);
        if (other == bucket) same = sg_mask_or(same, sg_mask_lane(lane));
    }
#elif WAY == WAY_WATERFALL
    sg_mask same = sg_mask_empty();
    sg_mask left = sg_ballot(sg, counted);
    while (!sg_mask_none(left)) {
        const uint value = sg_broadcast(sg, bucket, sg_mask_lowest(left));
        const sg_mask holders = sg_ballot(sg, bucket == value);
        if (bucket == value) same = holders;
        left = sg_mask_andnot(left, holders);
    }
#else
    const sg_mask same = sg_match_any(sg, bucket);
#endif
    return same;
}

/* One addition in global memory per distinct bucket of the sub-group. */
SG_KERNEL void histogram_match_global(__global const sample_t *restrict samples, __global uint *counts,
                                      __global const uint *restrict edges, uint n COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    for (size_t first = get_group_id(0) * SG_GROUP_SIZE; first < n; first += get_global_size(0)) {
        const size_t i = first + get_local_id(0);
        const uint bucket = i < n ? bucket_of(samples[i], edges) : NO_BUCKET;
        const int counted = bucket < BUCKETS;
        const sg_mask same = same_bucket(sg, bucket, counted);
        SG_SHOW(sg, "bucket", bucket);
        SG_SHOW_MASK(sg, "same", same);
        if (counted && sg_mask_lowest(same) == sg_lane(sg)) atomic_add(&counts[bucket], sg_mask_count(same));
    }
}

/* Counts in the work-group's histogram in local memory, merged at the end. */
SG_KERNEL void histogram_match_local(__global const sample_t *restrict samples, __global uint *counts,
                                     __global const uint *restrict edges, uint n,
                                     __local uint *group_counts COUNTED_PARAMS SG_PARAMS) {
    COUNTED_CUT(n);
    SG_BEGIN(sg);
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += SG_GROUP_SIZE) group_counts[bucket] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t first = get_group_id(0) * SG_GROUP_SIZE; first < n; first += get_global_size(0)) {
        const size_t i = first + get_local_id(0);
        const uint bucket = i < n ? bucket_of(samples[i], edges) : NO_BUCKET;
        const int counted = bucket < BUCKETS;
        const sg_mask same = same_bucket(sg, bucket, counted);
        SG_SHOW(sg, "bucket", bucket);
        SG_SHOW_MASK(sg, "same", same);
        if (counted && sg_mask_lowest(same) == sg_lane(sg))
            atomic_add(&group_counts[bucket], sg_mask_count(same));
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bucket = get_local_id(0); bucket < BUCKETS; bucket += SG_GROUP_SIZE)
        if (group_counts[bucket] != 0) atomic_add(&counts[bucket], group_counts[bucket]);
}
