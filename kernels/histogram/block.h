/* histogram: buckets of 16 samples together, for a work-item with its own CPU core.
 * SPDX-License-Identifier: MIT
 *
 * Makes the guess of bucket.h without a branch per sample. `high` is the guess plus SLACK, truncated: the
 * sample's bucket or the next one. If the guess minus SLACK truncates to `high` for all 16 samples, `high`
 * is the bucket. Otherwise each sample is compared with the edge at which bucket `high` begins. The least
 * sample of the range replaces outside samples.
 */
#ifndef HISTOGRAM_BLOCK_H
#define HISTOGRAM_BLOCK_H

#include "histogram/bucket.h"

/* On GPUs, 16 samples take three times the registers. `private` counts the values of u8 samples. */
#ifndef CPU
#define CPU 0
#endif
/* `high` is at most one bucket too high if SLACK is below 0.5 (0x3f000000). */
#if CPU && SAMPLE_BITS != 8 && FUNCTION != IDENTITY && (GUESS_EXACT || SLACK_BITS < 0x3f000000)
#define BLOCK 16
#else
#define BLOCK 0
#endif

#if BLOCK
/* The keys (bucket.h) of 16 samples, from their bits. */
static inline uint16 block_keys(uint16 bits) {
#if SAMPLE_FLOAT
    const uint16 plain = select(bits, (uint16)(0u), bits == (uint16)(0x80000000u));
    return plain ^ (as_uint16(as_int16(plain) >> 31) | (uint16)(0x80000000u));
#else
    return bits;
#endif
}

static inline float16 block_guess(uint16 bits) {
    const float origin = as_float((uint)ORIGIN_BITS), scale = as_float((uint)SCALE_BITS);
#if SAMPLE_FLOAT
    float16 position = as_float16(bits);
#elif FUNCTION == LOG
    float16 position = convert_float16(bits);
#else
    float16 position = convert_float16(bits - (uint)FIRST_KEY);
#endif
#if FUNCTION == LOG
    position = log2(position);
#endif
    return (position - origin) * scale;
}

static inline uint16 block_outside(uint16 key) {
#if FUNCTION == LOG && SAMPLE_FLOAT
    return select((uint16)(NO_BUCKET), (uint16)(0u),
                  key >= (uint16)(0x007fffffu) && key <= (uint16)(0x80000000u));
#elif FUNCTION == LOG
    return select((uint16)(NO_BUCKET), (uint16)(0u), key == (uint16)(0u));
#else
    return (uint16)(NO_BUCKET);
#endif
}

/* Whole buckets. The edges after LAST_BUCKET may not fit into 32 bits (bucket.h). */
static inline uint16 block_cut(float16 guess) {
    return min(as_uint16(convert_int16(guess)), (uint16)((uint)LAST_BUCKET));
}

static inline uint block_or(uint16 bits) {
    const uint8 eight = bits.lo | bits.hi;
    const uint4 four = eight.lo | eight.hi;
    const uint2 two = four.lo | four.hi;
    return two.x | two.y;
}

/* Returns 1 if `high` holds the buckets, 0 if block_corrected() must correct them. */
static inline int block_of(__global const sample_t *samples, uint high[BLOCK], uint key[BLOCK]) {
    const uint first = (uint)FIRST_KEY, last = (uint)LAST_KEY;
    const uint16 bits = vload16(0, (__global const uint *)samples);
#if SAMPLE_FLOAT
    const uint least = first ^ (first >= 0x80000000u ? 0x80000000u : 0xffffffffu);
#else
    const uint least = first;
#endif
    const uint16 keys = block_keys(bits);
    const int16 counted = keys >= (uint16)(first) && keys <= (uint16)(last);
    const float16 guess = block_guess(select((uint16)(least), bits, counted));
#if GUESS_EXACT
    vstore16(select(block_outside(keys), as_uint16(convert_int16(guess)), counted), 0, high);
    return 1;
#else
    const float slack = as_float((uint)SLACK_BITS);
    const uint16 above = block_cut(guess + slack);
    vstore16(select(block_outside(keys), above, counted), 0, high);
    /* A sample that is not counted gets the greatest key, which lies below no edge. */
    vstore16(select((uint16)(0xffffffffu), keys, counted), 0, key);
    /* Above 1 / 128 (0x3c000000) so many blocks are uncertain that the test does not pay. */
    return SLACK_BITS <= 0x3c000000 && block_or(above ^ block_cut(guess - slack)) == 0;
#endif
}

static inline uint block_corrected(uint high, uint key, __global const uint *edges) {
    return high - (key < edges[high] ? 1u : 0u);
}
#endif

#endif
