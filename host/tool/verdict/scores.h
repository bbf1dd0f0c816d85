/*
 * scores.h - the verdict as a table: one row per algorithm, the largest difference first.
 */
#pragma once

#include "verdict/cause.h"
#include "verdict/groups.h"
#include "verdict/short_names.h"

/* Several devices won some problems each. */
enum { TOOL_WINS_MIXED = -3 };

typedef struct tool_score {
    const char *algorithm;
    int winner;                      /* a subject, or TOOL_WINS_NONE, _UNKNOWN or _MIXED */
    double ratio;                    /* of the next device's time; for several problems the mean */
    double times[TOOL_MAX_SUBJECTS]; /* relative to the fastest; 0: not timed */
    char why[TOOL_CAUSE];            /* for a winner the cause, otherwise what to do */
} tool_score;

typedef struct tool_scores {
    tool_score *item; /* owned; winners first, then by ratio, the largest first */
    size_t count;
    int wins[TOOL_MAX_SUBJECTS]; /* algorithms won by each subject */
    int close, unknown, mixed;   /* algorithms undecided, with too few samples, mixed */
    int apart, dropped; /* algorithms without a shared problem; problems of fewer devices than their row's */
    bool alternated;    /* all pairs were timed in alternation */
    char name[TOOL_MAX_SUBJECTS][TOOL_SHORT]; /* short and distinct; letters if no short names are distinct */
    bool lettered;
    tool_group *groups; /* owned */
} tool_scores;

/* Means over problems are geometric: twice as fast at one and half as fast at another is as fast. Free with
 * tool_scores_free. */
tool_scores tool_scores_make(const tool_contests *contests);
void tool_scores_free(tool_scores *scores);

/* The winner's short name, "mixed", "undecided", or with too few samples "unknown". */
const char *tool_score_winner(const tool_scores *scores, const tool_score *score);
/* How many times as long as the fastest: "1.30"; "1": it is the fastest; "none": not timed. */
const char *tool_score_times(const tool_score *score, int subject, char *out, size_t size);

/* "H200 wins 15, H100 wins 2, 2 are undecided." */
const char *tool_scores_sum(const tool_scores *scores, int subjects, char *out, size_t size);
