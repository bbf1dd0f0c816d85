/* histogram: the counters that kernels hold in local memory.
 * SPDX-License-Identifier: MIT
 *
 * A counter belongs to a bucket, or for u8 samples to one of 256 values, whose bucket is looked up once, at
 * the end.
 *
 * Counter number COUNTERS receives the samples that are not counted: an addition costs less than a branch
 * around it, and some devices combine equal additions.
 */
#ifndef HISTOGRAM_COUNTER_H
#define HISTOGRAM_COUNTER_H

#include "histogram/bucket.h"

#if SAMPLE_BITS == 8
#define COUNTERS 256
#else
#define COUNTERS BUCKETS
#endif
/* Counters in a row of `private`. */
#define ROW (COUNTERS + 1)
#if SAMPLE_BITS == 8 && FUNCTION != IDENTITY
#define BUCKET_OF_COUNTER(counter, edges) bucket_of((uchar)(counter), edges)
#else
#define BUCKET_OF_COUNTER(counter, edges) (counter)
#endif

static inline uint counter_of(sample_t sample, __global const uint *edges) {
#if SAMPLE_BITS == 8
    return sample;
#else
    return bucket_of(sample, edges);
#endif
}

/* x to y - 1. On a logarithmic scale the u8 sample 0 also belongs to bucket 0 (bucket.h), wherever that
 * begins; it is left out here.
 */
static inline uint2 counters_of_bucket(uint bucket, __global const uint *edges) {
#if SAMPLE_BITS == 8 && FUNCTION != IDENTITY
    const uint2 range = min((uint2)(edges[bucket], edges[bucket + 1]), (uint2)(COUNTERS));
    return FUNCTION == LOG ? max(range, (uint2)(1u)) : range;
#else
    return min((uint2)(bucket, bucket + 1u), (uint2)(COUNTERS));
#endif
}

#endif
