/*
 * rounds.h - rows that were timed in turns with each other (job/turns.h): the unit is the round, not the
 * sample.
 *
 * Samples of a round are close in time. If other load comes and goes, they are not independent: a test of all
 * samples (rank_test.h) then calls equal rows different far more often than its p states. Within a round both
 * sides meet about the same load. So each round gives one number, the ratio of both sides' least times (load
 * only adds to a time), and the signed-rank test judges these (Wilcoxon, Individual Comparisons by Ranking
 * Methods, 1945).
 */
#pragma once

#include "records/record.h"
#include "recorded/rank_test.h"

enum { TOOL_MOST_ROUNDS = 64 };

typedef struct tool_rounds {
    size_t count;
    double ratio[TOOL_MOST_ROUNDS]; /* log of b / a of each round's least times */
} tool_rounds;

/* False: they were not timed in turns with each other, or one had to begin again. Each round must begin on
   both sides before the next begins on either. */
bool tool_rounds_of(const json_t *a, const json_t *b, tool_rounds *out);

/* The test's p, lower than TOOL_RANK_P: load that lasts longer than a round makes neighbours alike. At 0.01,
   16 of 795 comparisons of one driver with itself on a busy machine (load 4 to 9 on 2 cores) found a
   difference, at 0.005 11. */
#define TOOL_ROUNDS_P 0.005

/* The interval of Hodges and Lehmann: all factors that the signed-rank test at p = TOOL_ROUNDS_P cannot tell
   from the rounds' ratios. For 9 rounds it spans all ratios, with p = 2/512. False: fewer rounds. */
bool tool_rounds_interval(const tool_rounds *rounds, double *low, double *high);

/* b relative to a. `ratio`: of the medians of all samples. They differ if it and the whole interval are on
   one side of 1. */
tool_rank tool_rounds_rank(const tool_rounds *rounds, double ratio);
