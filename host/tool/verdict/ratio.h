/*
 * ratio.h - how many times as long one row takes as another, and how sure that is.
 */
#ifndef TOOL_RATIO_H
#define TOOL_RATIO_H

#include "recorded/winners.h"

/* `ratio` of the medians, b / a. `low` to `high`: the interval of Hodges and Lehmann (Estimates of Location
   Based on Rank Tests, 1963) on the logarithms of the samples. It holds every factor by which all of a's
   samples could be multiplied so that the test of rank_test.h, with p = 0.01, tells them from b's no more:
   the ratios b / a of all pairs in ascending order, less the tool_rank_cut() outermost at each end. Of rows
   that were timed in turns with each other it is that of their rounds (recorded/rounds.h). It is widened
   where the ratio of the medians lies outside. Both are 0 where the samples are too few. */
typedef struct tool_ratio {
    double ratio, low, high;
    tool_rank rank; /* of b beside a */
} tool_ratio;
tool_ratio tool_ratio_of(const json_t *a, const json_t *b);

/* The interval alone; sorts both. False: too few samples, or one is not above 0. */
bool tool_ratio_interval(double *a, size_t a_count, double *b, size_t b_count, double *low, double *high);

/* "1.74", "12.3", "450". */
const char *tool_ratio_text(double ratio, char *out, size_t size);

#endif
