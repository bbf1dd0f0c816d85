/*
 * rank_test.h - whether two sets of times differ by more than their noise: the test of Mann and Whitney (On a
 * Test of Whether one of Two Random Variables is Stochastically Larger than the Other, 1947). It looks at the
 * order of the samples alone, so that a few outliers decide nothing, as benchmark tools use it.
 */
#ifndef TOOL_RANK_TEST_H
#define TOOL_RANK_TEST_H

#include <stddef.h>

/* Fewer samples than this on a side say nothing: the smallest p of 5 against 5 is 0.008. */
enum { TOOL_RANK_FEWEST = 5 };

/* Probability, from both sides, that samples of one origin differ as much as these: the normal approximation
   with corrections for ties and continuity. 1 where a side has no samples, all are equal, or memory ran out.
 */
double tool_rank_test(const double *a, size_t a_count, const double *b, size_t b_count);

/* Two times differ when that probability is below this and their medians are further apart than that share.
 */
#define TOOL_RANK_P 0.01
#define TOOL_RANK_SHARE 0.02

typedef enum tool_rank { TOOL_RANK_SAME, TOOL_RANK_FASTER, TOOL_RANK_SLOWER, TOOL_RANK_UNKNOWN } tool_rank;

/* How b is beside a. UNKNOWN: too few samples, and the medians are no proof either (less than a factor of 2).
 */
tool_rank tool_rank_of(const double *a, size_t a_count, double a_median, const double *b, size_t b_count,
                       double b_median);

#endif
