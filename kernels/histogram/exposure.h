/* exposure: the bucket of a pixel, and the exposure of a histogram.
 * SPDX-License-Identifier: MIT */
#ifndef HISTOGRAM_EXPOSURE_H
#define HISTOGRAM_EXPOSURE_H

#include "sg/sg.h"
#include "common/ballots.h"
#include "histogram/bucket.h"

/* So that a device may flush denormals. */
static inline float without_tiny(float v) {
    return fabs(v) < 0x1p-100f ? 0.0f : v;
}

/* Each step is rounded once, on every device. */
static inline float luminance_of(__global const float *restrict image, size_t i) {
#if CHANNELS < 3
    return image[i * CHANNELS];
#else
    const float red = without_tiny(image[i * CHANNELS]), green = without_tiny(image[i * CHANNELS + 1]),
                blue = without_tiny(image[i * CHANNELS + 2]);
    return fma(red, 0.2126f, fma(green, 0.7152f, blue * 0.0722f));
#endif
}

/* Pixels outside the range count in the end buckets. NaN is not counted. */
static inline uint pixel_bucket(__global const float *restrict image, size_t i,
                                __global const uint *restrict edges) {
    const float luminance = luminance_of(image, i);
    if (isnan(luminance)) return NO_BUCKET;
    const uint key = key_of(luminance);
    return key < (uint)FIRST_KEY ? 0u : key > (uint)LAST_KEY ? BUCKETS - 1u : bucket_of(luminance, edges);
}

/* The first of `count` pixels has `at` darker pixels among `total`. */
static inline uint kept_of(uint at, uint count, uint total) {
    const uint dark = (uint)((ulong)total * (ulong)DARK_CUT >> 32);
    const uint end = total - (uint)((ulong)total * (ulong)BRIGHT_CUT >> 32);
    const uint from = max(at, dark), to = min(at + count, end);
    return to > from ? to - from : 0u;
}

/* key / 2^(mean of log2): `sum` is of 2 b + 1 over the kept pixels, b their buckets. 1 without pixels. */
static inline float exposure_of(ulong sum, uint kept, float start, float step) {
    return kept == 0u ? 1.0f : exp2(start - (float)sum / (float)kept * step);
}

#endif
