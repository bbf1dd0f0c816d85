/*
 * histogram_host.h - what histogram.c and histogram_case.c share: indices into the table, the edges of
 * buckets, the size of a launch.
 */
#ifndef HISTOGRAM_HOST_H
#define HISTOGRAM_HOST_H

#include "algorithm.h"

enum {
    HISTOGRAM_N,
    HISTOGRAM_BUCKETS,
    HISTOGRAM_FUNCTION,
    HISTOGRAM_LOWER,
    HISTOGRAM_UPPER,
    HISTOGRAM_LOG_LEAST,
    HISTOGRAM_LOG_MOST,
    HISTOGRAM_WAY,
    HISTOGRAM_GROUP, /* before what is chosen by it */
    HISTOGRAM_COPY_BY,
    HISTOGRAM_COPIES,
    HISTOGRAM_SHARES,
    HISTOGRAM_GROUPS,
    HISTOGRAM_PARAMS
};

enum { HISTOGRAM_IDENTITY, HISTOGRAM_EVEN, HISTOGRAM_LOG };
enum { HISTOGRAM_SAMPLES, HISTOGRAM_COUNTS, HISTOGRAM_ARRAYS };

enum {
    HISTOGRAM_GLOBAL,
    HISTOGRAM_LOCAL,
    HISTOGRAM_MATCH_GLOBAL,
    HISTOGRAM_MATCH_LOCAL,
    HISTOGRAM_PRIVATISED,
    HISTOGRAM_UNIFORM,
    HISTOGRAM_RUNS,
    HISTOGRAM_PRIVATE,
    HISTOGRAM_RIGHT /* from here on: planted wrong ones */
};

/* The function that kernels use: floats have no identity, they take `even`. */
int xl__histogram_function(const xl__problem *problem);

/* An unsigned integer in the order of the samples: of an integer itself; of a float's bits, such that -0 and
   0 give one number and NaN lies outside the infinities. */
uint32_t xl__histogram_key(float value);

/* Fills edges[0..buckets]: keys of the least sample of each bucket, the last one the least past the range.
   Edge i is lower + i (upper - lower) / buckets in double, for `log` 2 to that, rounded up to the samples'
   type: sample s then lies at or above edge i exactly when its key is at least edges[i]. An edge that no
   sample reaches is 2^32. Identity: 0, 1, 2... */
void xl__histogram_edges(const xl__problem *problem, uint64_t *edges);
/* The same, allocated; freed by the caller. NULL: no memory. */
uint64_t *xl__histogram_make_edges(const xl__problem *problem);

/* The range as it is divided: bounds of `even`, exponents of 2 of `log`. */
void xl__histogram_range(const xl__problem *problem, double *from, double *to);

/* Kernels guess that a sample lies (position - origin) * scale buckets above the start of the range, where
   the position is the sample, of integers the distance to edges[0], for `log` the logarithm. */
typedef struct histogram_guess {
    float origin, scale;
    float slack; /* bound of the error, in buckets; 1 = nothing is promised */
} histogram_guess;
histogram_guess xl__histogram_guess(const xl__problem *problem, const uint64_t *edges);

/* Gives kernels the options that bucket.h needs. */
int xl__histogram_prepare(xl__prepare *p);
/* Fills data with the edges as kernels have them, uint[buckets + 1]; the identity has none. */
int xl__histogram_fill_edges(const xl__problem *problem, void *data, xl_error *error);

/* Defined in histogram.c. */
extern const xl__algorithm xl__algorithm_histogram;

/* Work-items that a strategy launches for the problem. */
size_t xl__histogram_work_items(const xl__problem *problem, int strategy);

#endif
