/* The ends of buckets, for histogram.c and histogram_case.c. */
#pragma once

#include "table/algorithm.h"
#include "table/real.h"

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

typedef struct histogram_range {
    xl_type type;
    int function;      /* the kernels' function: floats use `even` instead of identity */
    xl__real from, to; /* bounds of `even`, exponents of 2 of `log` */
    uint32_t buckets;
} histogram_range;
histogram_range xl__histogram_range(const xl__problem *problem);

/* The key of the least sample of bucket i; for i = buckets, of the least past the range. Keys are unsigned
   integers in the order of the samples: an integer itself, or xl__float_key of a float. Edge i is lower + i
   (upper - lower) / buckets (for `log` 2 to that power), rounded up to the samples' type. For integers under
   `even` the edge is exact, for bounds of up to twenty decimals; otherwise it is computed in double. An edge
   that no sample reaches is 2^32. Identity: i. */
uint64_t xl__histogram_edge(const histogram_range *range, uint32_t i);

/* Kernels guess that a sample lies (position - origin) * scale buckets above the start of the range. The
   position is the sample; for integers its distance to edge 0, for `log` its logarithm. */
typedef struct histogram_guess {
    float origin, scale;
    float slack; /* bound of the error, in buckets; 1: no bound */
} histogram_guess;
histogram_guess xl__histogram_guess(const histogram_range *range);

/* For an area of buckets + 1 words. An edge that no sample reaches is never read. */
int xl__histogram_make_edges(const histogram_range *range, void *data, size_t bytes, xl_error *error);
void xl__histogram_define(xl__prepare *p, const histogram_range *range);

/* For `even`: true if the guess puts some sample into a wrong bucket. The samples at the ends of buckets
   decide, because the guess grows with the sample: each step rounds as IEEE 754 requires. */
bool xl__histogram_guess_errs(const histogram_range *range);
/* True if the guess is the bucket of all samples, even on a device that flushes denormals. */
bool xl__histogram_guess_is_exact(const histogram_range *range);
