/*
 * rank_test.h - whether two sets of times differ by more than their noise: the test of Mann and Whitney (On a
 * Test of Whether one of Two Random Variables is Stochastically Larger than the Other, 1947). It looks at the
 * order of the samples alone, so that a few outliers decide nothing, as benchmark tools use it.
 */
#ifndef TOOL_RANK_TEST_H
#define TOOL_RANK_TEST_H

#include <stddef.h>

/* What a row that takes long is given all the same: of two rows of as many samples the smallest p is 0.008.
   With 4 it is 0.03, and nothing could be told from them. */
enum { TOOL_RANK_FEWEST = 5 };

/* From both sides: `p`, the probability that samples of one origin differ as much as these; `least`, the
   smallest p that these values could have in any order. Both are 1 where a side has no samples or all are
   equal. Exact for up to about 40 samples on both sides together, for more of them where one side has few;
   else the normal approximation with corrections for ties and continuity. */
typedef struct tool_rank_p {
    double p, least;
} tool_rank_p;
tool_rank_p tool_rank_test(const double *a, size_t a_count, const double *b, size_t b_count);

/* How many of the smallest values of U, the statistic of the test, have a p below TOOL_RANK_P on both sides
   together, of so many samples without equal values: the interval of a shift lies between the pairs'
   differences of this number from below and from above. 0: so few samples tell nothing. */
size_t tool_rank_cut(size_t a_count, size_t b_count);

/* Two times differ when p is below this and their medians are further apart than that share. */
#define TOOL_RANK_P 0.01
#define TOOL_RANK_DEVIATIONS 2.5758293035489004 /* standard deviations that leave P outside */
#define TOOL_RANK_SHARE 0.02

/* SAME: the medians are within that share. UNCLEAR: they are further apart, but the samples differ by no more
   than their noise. FEW: no order of so many samples would tell anything. UNTIMED: a median is not above 0.
 */
typedef enum tool_rank {
    TOOL_RANK_SAME,
    TOOL_RANK_UNCLEAR,
    TOOL_RANK_FASTER,
    TOOL_RANK_SLOWER,
    TOOL_RANK_FEW,
    TOOL_RANK_UNTIMED
} tool_rank;

/* How b is beside a. */
tool_rank tool_rank_of(const double *a, size_t a_count, double a_median, const double *b, size_t b_count,
                       double b_median);

#endif
