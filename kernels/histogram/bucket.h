/* histogram: the bucket of a sample, equal on every device.
 * SPDX-License-Identifier: MIT
 *
 *   identity  Sample s is bucket s; s >= BUCKETS is not counted. Integers only; floats use `even`.
 *   even      BUCKETS equal parts of [lower, upper).
 *   log       BUCKETS parts of [2^log_least, 2^log_most), equal on a logarithmic scale; samples <= 0 are
 *             bucket 0.
 *
 * Samples outside the range and NaN are not counted.
 *
 * Float rounding puts some samples on the wrong side of an edge, different ones on different devices. So the
 * float quotient is a guess. If it is within SLACK, its error bound, of another bucket, the host's edges
 * decide: edges[i] is the least sample of bucket i, compared as an unsigned integer, so flushed denormals and
 * NaN do no harm.
 */
#ifndef HISTOGRAM_BUCKET_H
#define HISTOGRAM_BUCKET_H

#include "common/counted.h"

#define IDENTITY 0
#define EVEN 1
#define LOG 2

/* SAMPLE_BITS of an unsigned integer, or float if SAMPLE_FLOAT is 1. */
#ifndef SAMPLE_BITS
#define SAMPLE_BITS 32
#endif
#ifndef SAMPLE_FLOAT
#define SAMPLE_FLOAT 0
#endif
#ifndef FUNCTION
#define FUNCTION IDENTITY
#endif
#if SAMPLE_FLOAT && FUNCTION == IDENTITY
#undef FUNCTION
#define FUNCTION EVEN
#endif
#ifndef BUCKETS
#define BUCKETS 256
#endif
/* Keys of the least and the greatest counted sample, and the last reachable bucket. A range of u32 samples
 * may end at 2^32, so edges after LAST_BUCKET may not fit into 32 bits.
 */
#ifndef FIRST_KEY
#define FIRST_KEY 0
#endif
#ifndef LAST_KEY
#define LAST_KEY (BUCKETS - 1)
#endif
#ifndef LAST_BUCKET
#define LAST_BUCKET (BUCKETS - 1)
#endif
/* The guess is (position - ORIGIN) * SCALE. Its error is below SLACK buckets, or unbounded if SLACK is 1.0f
 * (0x3f800000). All three are given as the bits of floats. */
#ifndef ORIGIN_BITS
#define ORIGIN_BITS 0
#endif
#ifndef SCALE_BITS
#define SCALE_BITS 0x3f800000
#endif
#ifndef SLACK_BITS
#define SLACK_BITS 0x3f800000
#endif

/* 1: the guess's whole part is the bucket of every sample in the range, if each step rounds to nearest; the
 * embedded profile may truncate. */
#if !defined(GUESS_EXACT) || defined(__FAST_RELAXED_MATH__) || defined(__EMBEDDED_PROFILE__)
#undef GUESS_EXACT
#define GUESS_EXACT 0
#endif

/* Of samples that are not counted and of lanes without a sample. */
#define NO_BUCKET ((uint)BUCKETS)
/* log2 BUCKETS, rounded up. */
#define BUCKET_BITS (32 - clz((uint)BUCKETS - 1u))

#if SAMPLE_FLOAT
typedef float sample_t;
#elif SAMPLE_BITS == 8
typedef uchar sample_t;
#else
typedef uint sample_t;
#endif

/* Samples are also read 16 bytes at a time, as four words. */
#define SAMPLES_IN_WORD (32 / SAMPLE_BITS)
#define SAMPLES_IN_VECTOR (4 * SAMPLES_IN_WORD)
static inline sample_t sample_in_word(uint word, uint j) {
#if SAMPLE_FLOAT
    return as_float(word);
#elif SAMPLE_BITS == 8
    return (uchar)(word >> (8u * j));
#else
    return word;
#endif
}

#if FUNCTION == IDENTITY
static inline uint bucket_of(sample_t sample, __global const uint *edges) {
    return min((uint)sample, NO_BUCKET);
}
#else

/* An integer in the order of the samples. Negative floats have all bits inverted, other floats the sign bit;
 * -0 counts as 0. If no negative float is counted, only their sign bit is inverted: they are below the key
 * of 0, unordered. */
static inline uint key_of(sample_t sample) {
#if SAMPLE_FLOAT
    const uint bits = as_uint(sample) == 0x80000000u ? 0u : as_uint(sample);
#if FUNCTION == EVEN && FIRST_KEY >= 0x80000000
    return bits ^ 0x80000000u;
#else
    return bits ^ ((0u - (bits >> 31)) | 0x80000000u);
#endif
#else
    return sample;
#endif
}

/* About how many buckets above the start of the range. */
static inline float guess_of(sample_t sample) {
    const float origin = as_float((uint)ORIGIN_BITS), scale = as_float((uint)SCALE_BITS);
#if FUNCTION == LOG
    return (log2((float)sample) - origin) * scale;
#elif SAMPLE_FLOAT
    return (sample - origin) * scale;
#else
    /* Exact for integers: a float holds only 24 bits of a large sample. */
    return ((float)(sample - (uint)FIRST_KEY) - origin) * scale;
#endif
}

#if GUESS_EXACT
#elif SLACK_BITS < 0x3f800000 /* the error is below one bucket */
/* At most one step. The key must lie in the range. */
static inline uint bucket_near(uint key, uint bucket, __global const uint *edges) {
    const bool all_fit = LAST_KEY < 0xffffffffu;
    while (key < edges[bucket]) --bucket;
    while ((all_fit || bucket < LAST_BUCKET) && key >= edges[bucket + 1]) ++bucket;
    return bucket;
}
#else
/* The last bucket whose edge is not above the key, which must lie in the range. For quotients without a
 * useful bound: few floats, or a range much smaller than its bounds.
 */
static inline uint bucket_by_search(uint key, __global const uint *edges) {
    uint bucket = 0;
    for (uint left = LAST_BUCKET + 1; left > 1; left -= left / 2)
        if (key >= edges[bucket + left / 2]) bucket += left / 2;
    return bucket;
}
#endif

/* NO_BUCKET if the sample's key is not in least..most. */
static inline uint bucket_between(sample_t sample, uint least, uint most, __global const uint *edges) {
    const uint key = key_of(sample);
#if FUNCTION == LOG && SAMPLE_FLOAT
    if (key >= 0x007fffffu && key <= 0x80000000u) return 0; /* minus infinity to 0 */
#elif FUNCTION == LOG
    if (key == 0) return 0;
#endif
    const bool counted = key >= least && key <= most;
#if GUESS_EXACT
    const uint bucket = (uint)(int)guess_of(sample); /* computed for every sample: a branch costs more */
    return counted ? bucket : NO_BUCKET;
#elif SLACK_BITS < 0x3f800000
    if (!counted) return NO_BUCKET;
    const float guess = guess_of(sample);
    const uint bucket =
        (uint)(int)clamp(guess, 0.0f, (float)LAST_BUCKET); /* not below 0, so the conversion rounds down */
    const bool sure = fabs(guess - (float)(int)bucket - 0.5f) < 0.5f - as_float((uint)SLACK_BITS);
    return sure ? bucket : bucket_near(key, bucket, edges);
#else
    return counted ? bucket_by_search(key, edges) : NO_BUCKET;
#endif
}

static inline uint bucket_of(sample_t sample, __global const uint *edges) {
    return bucket_between(sample, FIRST_KEY, LAST_KEY, edges);
}
#endif

#endif
