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
 * on the same ones on all devices. So the host gives the edges, edges[i] being the least sample of bucket i
 * (edges[BUCKETS]: the least one past the range), and the float quotient is only a guess. Where the guess
 * comes within SLACK, a bound of its error, of the next bucket, the edges decide. Edges and samples are
 * compared as unsigned integers, which neither flushed denormals nor NaN can disturb.
 */
#ifndef HISTOGRAM_BUCKET_H
#define HISTOGRAM_BUCKET_H

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
#ifndef BUCKETS
#define BUCKETS 256
#endif
/* Keys of the first and one past the last sample that is counted: edges[0] and edges[BUCKETS]. */
#ifndef FIRST_KEY
#define FIRST_KEY 0
#endif
#ifndef END_KEY
#define END_KEY BUCKETS
#endif
/* The guess is (position - ORIGIN) * SCALE, off by less than SLACK buckets. Bits of floats. */
#ifndef ORIGIN_BITS
#define ORIGIN_BITS 0
#endif
#ifndef SCALE_BITS
#define SCALE_BITS 0x3f800000
#endif
#ifndef SLACK_BITS
#define SLACK_BITS 0x3f800000
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
 * counts as 0. NaN comes out above infinity or below minus infinity. */
static inline uint key_of(sample_t sample) {
#if SAMPLE_FLOAT
    const uint bits = as_uint(sample) == 0x80000000u ? 0u : as_uint(sample);
    return bits ^ ((uint)((int)bits >> 31) | 0x80000000u);
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

/* Walks to the bucket whose edges enclose the key, which must lie in the range. One step, as a rule. */
static inline uint bucket_by_edges(uint key, uint bucket, __global const uint *edges) {
    while (key < edges[bucket]) --bucket;
    while (key >= edges[bucket + 1]) ++bucket;
    return bucket;
}

static inline uint bucket_of(sample_t sample, __global const uint *edges) {
    const uint key = key_of(sample);
#if FUNCTION == LOG && SAMPLE_FLOAT
    if (key >= 0x007fffffu && key <= 0x80000000u) return 0; /* minus infinity to 0 */
#elif FUNCTION == LOG
    if (key == 0) return 0;
#endif
    if (key < (uint)FIRST_KEY || key >= (uint)END_KEY) return NO_BUCKET;
    const float guess = guess_of(sample);
    const float bucket = floor(clamp(guess, 0.0f, BUCKETS - 1.0f));
    const bool sure = fabs(guess - bucket - 0.5f) < 0.5f - as_float((uint)SLACK_BITS);
    return sure ? (uint)bucket : bucket_by_edges(key, (uint)bucket, edges);
}
#endif

#endif
