/* histogram: what kernels with counters in local memory count.
 * SPDX-License-Identifier: MIT
 *
 * A counter is a bucket. Of u8 samples it is a value: there are 256, which any local memory can count,
 * however many buckets there are, and the bucket of a value is looked up once, at the end.
 *
 * One counter more, number COUNTERS, takes what is not counted: to add there costs less than a branch around
 * the addition. Devices that join equal additions add many of these at once.
 */
#ifndef HISTOGRAM_COUNTER_H
#define HISTOGRAM_COUNTER_H

#include "histogram/bucket.h"

#if SAMPLE_BITS == 8
#define COUNTERS 256
#else
#define COUNTERS BUCKETS
#endif
/* All of them: what `private` has in a row. */
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

/* The counters of a bucket, from x on, before y. Of u8 samples on a logarithmic scale 0 is in bucket 0 too
 * (bucket.h), wherever that begins; it is left out here. */
static inline uint2 counters_of_bucket(uint bucket, __global const uint *edges) {
#if SAMPLE_BITS == 8 && FUNCTION != IDENTITY
    const uint2 range = min((uint2)(edges[bucket], edges[bucket + 1]), (uint2)(COUNTERS));
    return FUNCTION == LOG ? max(range, (uint2)(1u)) : range;
#else
    return min((uint2)(bucket, bucket + 1u), (uint2)(COUNTERS));
#endif
}

#endif
