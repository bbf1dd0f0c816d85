/*
 * rounds.h - compares alternating rows (job/turns.h) by rounds. Samples of a round are not independent if
 * other load varies, so rank_test.h would call equal rows different too often. Each round gives the ratio of
 * both sides' least times (load only adds time). The sign test counts the rounds that each side wins; ranks
 * would give most weight to rounds in which one side's clock fell: with a driver slowed by 5%
 * (tests/drivers/slowed.py) they found 8 of 20 rows, the sign test 17.
 */
#pragma once

#include "job/turns.h"
#include "records/record.h"
#include "recorded/rank_test.h"

typedef struct tool_rounds {
    size_t count;
    double ratio[TOOL_MOST_ROUNDS]; /* log of b / a of each round's least times */
} tool_rounds;

/* False: not timed alternating, or one began again. Each round must begin on both sides before the next
 * begins on either.
 */
bool tool_rounds_of(const json_t *a, const json_t *b, tool_rounds *out);

/* The least time of a or b, in ns, in the round with the median ratio (or the geometric mean of the middle
   two), so that their ratio is tool_rounds_ratio(). */
double tool_rounds_time(const tool_rounds *rounds, const json_t *record);
/* The median of its rounds' least times, in ns. */
double tool_rounds_median(const json_t *record);

/* Lower than TOOL_RANK_P: load that outlasts a round makes neighbours alike. */
#define TOOL_ROUNDS_P 0.005

/* b / a, the median ratio; 0 without rounds. */
double tool_rounds_ratio(const tool_rounds *rounds);

/* The factors that the test cannot exclude, from the k-th least to the k-th greatest ratio. For 9 rounds all,
 * with p = 2/512. False: fewer rounds.
 */
bool tool_rounds_interval(const tool_rounds *rounds, double *low, double *high);

/* b relative to a; different if the ratio is TOOL_RANK_SHARE from 1 and the interval excludes 1. */
tool_rank tool_rounds_rank(const tool_rounds *rounds);
