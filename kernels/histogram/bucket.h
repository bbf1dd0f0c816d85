/* histogram: the bucket of a sample, the same on every device.
 * SPDX-License-Identifier: MIT
 *
 * identity  sample s is bucket s; s >= BUCKETS is not counted. Integers only; floats take `even` instead.
 * even      BUCKETS equal parts of [lower, upper).
 * log       BUCKETS equal parts, on a logarithmic scale, of [2^log_least, 2^log_most); samples <= 0 are
 *           bucket 0.
 * What lies outside the range is not counted, and neither is NaN.
 *
 * Float arithmetic alone cannot say the bucket: rounding puts samples near an edge on its wrong side, and not
 * on the same ones on all devices. So the host gives the edges, edges[i] being the least sample of bucket
 * i, and the float quotient is only a guess. Where the guess
 * comes within SLACK, a bound of its error, of the next bucket, the edges decide. Edges and samples are
 * compared as unsigned integers, which neither flushed denormals nor NaN can disturb.
 */
#ifndef HISTOGRAM_BUCKET_H
#define HISTOGRAM_BUCKET_H

#include "common/counted.h"

#define IDENTITY 0
#define EVEN 1
#define LOG 2

/* Type of the samples: bits of an integer, or SAMPLE_FLOAT 1. */
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
/* Keys of the least and the greatest sample that is counted, and the last bucket that a sample can fall into.
 * A range of u32 samples may end at 2^32, so the edges behind LAST_BUCKET may not fit into 32 bits. */
#ifndef FIRST_KEY
#define FIRST_KEY 0
#endif
#ifndef LAST_KEY
#define LAST_KEY (BUCKETS - 1)
#endif
#ifndef LAST_BUCKET
#define LAST_BUCKET (BUCKETS - 1)
#endif
/* The guess is (position - ORIGIN) * SCALE, off by less than SLACK buckets; where SLACK is 1.0f (0x3f800000),
 * by any number. All three are given as bits of floats. */
#ifndef ORIGIN_BITS
#define ORIGIN_BITS 0
#endif
#ifndef SCALE_BITS
#define SCALE_BITS 0x3f800000
#endif
#ifndef SLACK_BITS
#define SLACK_BITS 0x3f800000
#endif

/* Whether the whole part of the guess is the bucket of every sample in the range, as long as each step is
 * rounded to the nearest. The embedded profile may cut instead. */
#if !defined(GUESS_EXACT) || defined(__FAST_RELAXED_MATH__) || defined(__EMBEDDED_PROFILE__)
#undef GUESS_EXACT
#define GUESS_EXACT 0
#endif

/* Where a sample goes that is not counted, and lanes that have none. */
#define NO_BUCKET ((uint)BUCKETS)
/* Rounds that tell BUCKETS numbers apart: log2 of them, rounded up. */
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
/* Sample number j of a word. */
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

/* An integer in the samples' order. Floats: those below 0 have all bits turned, the others the sign bit; -0
 * counts as 0. NaN comes out above infinity or below minus infinity. Where none below 0 is counted these need
 * no order, and have the sign bit turned too: less than the key of 0. */
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

/* How many buckets above the range's start the sample lies, nearly. */
static inline float guess_of(sample_t sample) {
    const float origin = as_float((uint)ORIGIN_BITS), scale = as_float((uint)SCALE_BITS);
#if FUNCTION == LOG
    return (log2((float)sample) - origin) * scale;
#elif SAMPLE_FLOAT
    return (sample - origin) * scale;
#else
    /* The whole part of the distance is taken in integers: a float holds only 24 bits of a large sample. */
    return ((float)(sample - (uint)FIRST_KEY) - origin) * scale;
#endif
}

#if GUESS_EXACT
#elif SLACK_BITS < 0x3f800000 /* the guess is off by less than a bucket */
/* Steps to the bucket whose edges enclose the key, which must lie in the range: one step at most. */
static inline uint bucket_near(uint key, uint bucket, __global const uint *edges) {
    const bool all_fit = LAST_KEY < 0xffffffffu; /* edges, into 32 bits */
    while (key < edges[bucket]) --bucket;
    while ((all_fit || bucket < LAST_BUCKET) && key >= edges[bucket + 1]) ++bucket;
    return bucket;
}
#else
/* The bucket of a key in the range, by halving: the last one whose edge is not above the key. For ranges of
 * few floats, or so small beside their bounds that a float quotient tells nothing. */
static inline uint bucket_by_search(uint key, __global const uint *edges) {
    uint bucket = 0;
    for (uint left = LAST_BUCKET + 1; left > 1; left -= left / 2)
        if (key >= edges[bucket + left / 2]) bucket += left / 2;
    return bucket;
}
#endif

/* The bucket of a sample whose key is one of least..most; NO_BUCKET for any other counted sample. */
static inline uint bucket_between(sample_t sample, uint least, uint most, __global const uint *edges) {
    const uint key = key_of(sample);
#if FUNCTION == LOG && SAMPLE_FLOAT
    if (key >= 0x007fffffu && key <= 0x80000000u) return 0; /* minus infinity to 0 */
#elif FUNCTION == LOG
    if (key == 0) return 0;
#endif
    const bool counted = key >= least && key <= most;
#if GUESS_EXACT
    const uint bucket = (uint)(int)guess_of(sample); /* of any sample: a branch costs more */
    return counted ? bucket : NO_BUCKET;
#elif SLACK_BITS < 0x3f800000
    if (!counted) return NO_BUCKET;
    const float guess = guess_of(sample);
    const uint bucket = (uint)(int)clamp(guess, 0.0f, (float)LAST_BUCKET); /* not below 0: rounds down */
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
