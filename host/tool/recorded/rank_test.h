/*
 * rank_test.h - whether two sets of times differ by more than noise: the test of Mann and Whitney (On a Test
 * of Whether one of Two Random Variables is Stochastically Larger than the Other, 1947). Only the order of
 * samples counts, so a few outliers decide nothing.
 */
#pragma once

#include <stddef.h>

/* Two such rows can reach p = 0.008; with 4 samples p is at least 0.03, too much for a verdict. */
enum { TOOL_RANK_FEWEST = 5 };

/* Two-sided. `p`: the probability that samples of one distribution differ as much; `least`: the smallest p of
   these values in any order. Both are 1 if a side is empty or all are equal. Exact for up to about 40
   samples; else the normal approximation, corrected for ties and continuity. */
typedef struct tool_rank_p {
    double p, least;
} tool_rank_p;
tool_rank_p tool_rank_test(const double *a, size_t a_count, const double *b, size_t b_count);

/* How many of the smallest values of the statistic U have a two-sided p below TOOL_RANK_P, without ties: a
   shift's interval leaves out so many pairs' differences at each end. 0: too few samples. */
size_t tool_rank_cut(size_t a_count, size_t b_count);

/* Times differ if p is below TOOL_RANK_P and the medians differ by more than TOOL_RANK_SHARE. */
#define TOOL_RANK_P 0.01
#define TOOL_RANK_DEVIATIONS 2.5758293035489004 /* outside these p = TOOL_RANK_P */
#define TOOL_RANK_SHARE 0.02

/* SAME: the medians are within TOOL_RANK_SHARE. UNCLEAR: they are not, but differ only by noise. FEW: no
 * order of so few samples is significant. UNTIMED: a median is not above 0.
 */
typedef enum tool_rank {
    TOOL_RANK_SAME,
    TOOL_RANK_UNCLEAR,
    TOOL_RANK_FASTER,
    TOOL_RANK_SLOWER,
    TOOL_RANK_FEW,
    TOOL_RANK_UNTIMED
} tool_rank;

/* b relative to a. */
tool_rank tool_rank_of(const double *a, size_t a_count, double a_median, const double *b, size_t b_count,
                       double b_median);
