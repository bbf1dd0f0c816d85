/*
 * ratio.h - how many times as long one row takes as another, with an interval.
 */
#pragma once

#include "recorded/winners.h"

/* `ratio`: tool_rows_ratio(). `low` to `high`: the interval of Hodges and Lehmann (Estimates of Location
   Based on Rank Tests, 1963) on the logarithms of the samples: the ratios b / a of all pairs, less the
   tool_rank_cut() outermost at each end, so every factor that the test of rank_test.h cannot exclude at p =
   0.01. Alternating rows use their rounds (recorded/rounds.h). It is widened to hold the ratio. Both are 0 if
   samples are too few. */
typedef struct tool_ratio {
    double ratio, low, high;
    tool_rank rank; /* of b relative to a */
} tool_ratio;
tool_ratio tool_ratio_of(const json_t *a, const json_t *b);

/* Only the interval; sorts both. False: too few samples, or one is not above 0. */
bool tool_ratio_interval(double *a, size_t a_count, double *b, size_t b_count, double *low, double *high);

/* "1.74", "12.3", "450". */
const char *tool_ratio_text(double ratio, char *out, size_t size);
