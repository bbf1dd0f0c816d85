/*
 * rounds.h - rows that were timed in turns with each other (job/turns.h): the units are rounds, not samples.
 *
 * Samples of a round lie close together in time. Where other load comes and goes they are no independent
 * draws: a test of all samples (rank_test.h) then calls equal rows different far more often than it states.
 * In a round both sides meet about the same load. So each round gives one number, the ratio of both sides'
 * least times in it, as what else goes on only ever adds to a time; and these are judged by the signed-rank
 * test (Wilcoxon, Individual Comparisons by Ranking Methods, 1945).
 */
#ifndef TOOL_ROUNDS_H
#define TOOL_ROUNDS_H

#include "records/record.h"
#include "recorded/rank_test.h"

enum { TOOL_MOST_ROUNDS = 64 };

typedef struct tool_rounds {
    size_t count;
    double ratio[TOOL_MOST_ROUNDS]; /* b / a of each round's least times, as logarithms */
} tool_rounds;

/* False: they were not timed in turns with each other, but each alone, with others, or one had to begin
   again. Each round of both has to have begun before any later one of either. */
bool tool_rounds_of(const json_t *a, const json_t *b, tool_rounds *out);

/* The interval of Hodges and Lehmann: all factors that the signed-rank test with p = TOOL_RANK_P tells from
   the rounds' ratios no more. Of 8 rounds it reaches from the least ratio to the largest, and p is 2/256.
   False: there are fewer. */
bool tool_rounds_interval(const tool_rounds *rounds, double *low, double *high);

/* How b is beside a, whose medians of all samples have this ratio: they differ where that and the whole
   interval lie on the same side of 1. */
tool_rank tool_rounds_rank(const tool_rounds *rounds, double ratio);

#endif
