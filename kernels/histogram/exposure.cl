/* exposure: a picture is exposed by the mean of its logarithmic luminance.
 * SPDX-License-Identifier: MIT
 *
 *   image[pixels, CHANNELS]  ->  counts[BUCKETS]  ->  factor[1]  ->  exposed[pixels, CHANNELS]
 *
 * Three launches, without the host in between. DARK_CUT and BRIGHT_CUT are the shares left out, in 2^-32.
 */
#include "histogram/exposure.h"

/* One atomic in global memory per pixel. */
__kernel void histogram_exposure_global(__global const float *restrict image, __global uint *counts,
                                        __global const uint *restrict edges, uint pixels) {
    for (size_t i = get_global_id(0); i < pixels; i += get_global_size(0)) {
        const uint bucket = pixel_bucket(image, i, edges);
        if (bucket < BUCKETS) atomic_inc(&counts[bucket]);
    }
}

/* Counts in local memory first. */
__kernel void histogram_exposure_local(__global const float *restrict image, __global uint *counts,
                                       __global const uint *restrict edges, uint pixels,
                                       __local uint *group_counts) {
    const uint id = (uint)get_local_id(0), size = (uint)get_local_size(0);
    for (uint b = id; b < BUCKETS; b += size) group_counts[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t i = get_global_id(0); i < pixels; i += get_global_size(0)) {
        const uint bucket = pixel_bucket(image, i, edges);
        if (bucket < BUCKETS) atomic_inc(&group_counts[bucket]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = id; b < BUCKETS; b += size)
        if (group_counts[b] > 0) atomic_add(&counts[b], group_counts[b]);
}

/* The lowest lane with a bucket adds for all lanes with it. */
SG_KERNEL void histogram_exposure_match(__global const float *restrict image, __global uint *counts,
                                        __global const uint *restrict edges, uint pixels SG_PARAMS) {
    SG_BEGIN(sg);
    for (size_t first = get_group_id(0) * SG_GROUP_SIZE; first < pixels; first += get_global_size(0)) {
        const size_t i = first + get_local_id(0);
        const uint bucket = i < pixels ? pixel_bucket(image, i, edges) : NO_BUCKET;
        const int counted = bucket < BUCKETS;
        const sg_mask same = match_by_ballots(sg, bucket, sg_ballot(sg, counted), BUCKET_BITS);
        if (counted && sg_mask_lowest(same) == sg_lane(sg)) atomic_add(&counts[bucket], sg_mask_count(same));
    }
}

__kernel void histogram_exposure_loop(__global const uint *restrict counts, __global float *factor, float start,
                                      float step) {
    uint total = 0, kept = 0, at = 0;
    ulong sum = 0;
    if (get_global_id(0) > 0) return;
    for (uint b = 0; b < BUCKETS; ++b) total += counts[b];
    for (uint b = 0; b < BUCKETS; ++b) {
        const uint both = kept_of(at, counts[b], total);
        kept += both;
        sum += (ulong)both * (2 * b + 1);
        at += counts[b];
    }
    factor[0] = exposure_of(sum, kept, start, step);
}

/* A lane has consecutive buckets, and a scan gives the darker pixels. Every sub-group computes the same. */
SG_KERNEL void histogram_exposure_lanes(__global const uint *restrict counts, __global float *factor, float start,
                                        float step SG_PARAMS) {
    SG_BEGIN(sg);
    const uint each = (BUCKETS + SG_WIDTH - 1) / SG_WIDTH;
    const uint first = min(sg_lane(sg) * each, (uint)BUCKETS), end = min(first + each, (uint)BUCKETS);
    uint own = 0, own_kept = 0;
    ulong sum = 0;
    for (uint b = first; b < end; ++b) own += counts[b];
    const uint darker = sg_scan_exclusive_add(sg, own);
    const uint total = sg_reduce_add(sg, own);
    uint at = darker;
    for (uint b = first; b < end; ++b) {
        const uint both = kept_of(at, counts[b], total);
        own_kept += both;
        sum += (ulong)both * (2 * b + 1);
        at += counts[b];
    }
    SG_SHOW(sg, "own", own);
    SG_SHOW(sg, "darker", darker);
    SG_SHOW(sg, "kept", own_kept);
    const uint kept = sg_reduce_add(sg, own_kept);
    /* The lanes' sums are below 2^48, so 128 halves of 24 bits fit into a uint. */
    const uint low = sg_reduce_add(sg, (uint)(sum & 0xffffffu)), high = sg_reduce_add(sg, (uint)(sum >> 24));
    const float found = exposure_of(low + ((ulong)high << 24), kept, start, step);
    SG_SHOW(sg, "exposure", found);
    if (sg_id(sg) == 0 && sg_lane(sg) == 0) factor[0] = found;
}

/* A channel of a pixel per work-item. Alpha stays unchanged. */
__kernel void histogram_exposure_apply(__global const float *restrict image, __global const float *restrict factor,
                                       __global float *restrict exposed, ulong values) {
    const size_t i = get_global_id(0);
    if (i >= values) return;
    const bool alpha = CHANNELS % 2 == 0 && i % CHANNELS == CHANNELS - 1;
    exposed[i] = alpha ? image[i] : image[i] * factor[0];
}
