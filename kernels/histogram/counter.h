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

#endif
