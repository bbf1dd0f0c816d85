/*
 * histogram_host.h - what histogram.c and histogram_case.c share: where buckets begin and end.
 */
#pragma once

#include "table/algorithm.h"
#include "table/real.h"

/* Places of parameters in the table, and the words of `function`. */
enum {
    HISTOGRAM_N,
    HISTOGRAM_BUCKETS,
    HISTOGRAM_FUNCTION,
    HISTOGRAM_LOWER,
    HISTOGRAM_UPPER,
    HISTOGRAM_LOG_LEAST,
    HISTOGRAM_LOG_MOST,
    HISTOGRAM_WAY,
    HISTOGRAM_GROUP,
    HISTOGRAM_COPY_BY
};
enum { HISTOGRAM_IDENTITY, HISTOGRAM_EVEN, HISTOGRAM_LOG };

/* What is divided into buckets. */
typedef struct histogram_range {
    xl_type type;
    int function;      /* that kernels use: floats have no identity, they take `even` */
    xl__real from, to; /* bounds of `even`, exponents of 2 of `log` */
    uint32_t buckets;
} histogram_range;
histogram_range xl__histogram_range(const xl__problem *problem);

/* The key of the least sample of bucket i; where i = buckets, that of the least sample past the range. Keys
   are unsigned integers in the order of the samples: an integer itself, of a float xl__float_key. Edge i is
   lower + i (upper - lower) / buckets, for `log` 2 to that, rounded up to the samples' type: sample s lies at
   or above it exactly when its key does. For integers under `even` it is computed exactly, for bounds of up
   to twenty decimals; otherwise in double. An edge that no sample reaches is 2^32. Identity: i. */
uint64_t xl__histogram_edge(const histogram_range *range, uint32_t i);

/* Kernels guess that a sample lies (position - origin) * scale buckets above the start of the range, where
   the position is the sample; for integers its distance to edge 0, for `log` its logarithm. */
typedef struct histogram_guess {
    float origin, scale;
    float slack; /* bound of the error, in buckets; 1 = nothing is promised */
} histogram_guess;
histogram_guess xl__histogram_guess(const histogram_range *range);

/* Whether the guess puts some sample into another bucket than its own; for `even`. Each of its steps is
   rounded as IEEE 754 says, so the guess never falls as the sample rises, and it is enough to look at the
   samples at the ends of the buckets. */
bool xl__histogram_guess_errs(const histogram_range *range);
/* Whether the guess is the bucket of all samples, also on a device that takes denormals for 0. */
bool xl__histogram_guess_is_exact(const histogram_range *range);
