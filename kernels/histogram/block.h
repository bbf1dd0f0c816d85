/* histogram: the buckets of 16 samples at once, for a work-item that has a core of a CPU to itself.
 * SPDX-License-Identifier: MIT
 *
 * The same guess as in bucket.h, but no branch per sample. `high` is the guess and SLACK, cut to whole
 * buckets: the sample's bucket or the next one. Where the guess less SLACK comes to the same for all 16, or
 * is known to be exact, it is the bucket. Else each sample is compared with the edge at which bucket `high`
 * begins.
 *
 * Samples that are not counted take part as the least one that is. Of samples and edges only integers are
 * compared, as in bucket.h.
 */
#ifndef HISTOGRAM_BLOCK_H
#define HISTOGRAM_BLOCK_H

#include "histogram/bucket.h"

/* On other devices than CPUs 16 samples take three times the registers. Of u8 samples `private` counts the
 * values. */
#ifndef CPU
#define CPU 0
#endif
/* `high` is a bucket too high at most where SLACK is below 0.5 (0x3f000000). */
#if CPU && SAMPLE_BITS != 8 && FUNCTION != IDENTITY && (GUESS_EXACT || SLACK_BITS < 0x3f000000)
#define BLOCK 16
#else
#define BLOCK 0
#endif

#if BLOCK
/* Keys (bucket.h) of 16 samples, given by their bits. */
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

/* Where samples go that lie outside of the range. */
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

/* Whole buckets; edges behind LAST_BUCKET may not fit (bucket.h). */
static inline uint16 block_cut(float16 guess) {
    return min(as_uint16(convert_int16(guess)), (uint16)((uint)LAST_BUCKET));
}

static inline uint block_or(uint16 bits) {
    const uint8 eight = bits.lo | bits.hi;
    const uint4 four = eight.lo | eight.hi;
    const uint2 two = four.lo | four.hi;
    return two.x | two.y;
}

/* The next BLOCK samples: 1 where `high` has their buckets, 0 where they are still to be corrected. */
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
    /* Above 1 / 128 (0x3c000000) so many are unsure that asking costs more than it saves. */
    return SLACK_BITS <= 0x3c000000 && block_or(above ^ block_cut(guess - slack)) == 0;
#endif
}

static inline uint block_corrected(uint high, uint key, __global const uint *edges) {
    return high - (key < edges[high] ? 1u : 0u);
}
#endif

#endif
