/*
 * gaps.h - what files that are read again lack: runs that were cut off, rows that stand there twice, rows of
 * one device that another has not, or not ok.
 */
#ifndef TOOL_GAPS_H
#define TOOL_GAPS_H

#include "recorded/winners.h"

/* A line for each file that is unfinished, or holds rows twice. Returns how many are unfinished. */
long long tool_tell_files(const tool_recorded *recorded, tool_teller *tell, void *user);

/* The same to standard error. */
void tool_warn_files(const tool_recorded *recorded);

/* What has become of the rows of the first subject in the others, a count for each pair of rows. */
typedef struct tool_gaps {
    long long judged;        /* there is a verdict */
    long long few, untimed;  /* both are there, and there is none */
    long long wrong, failed; /* not ok there */
    long long skipped, unsupported;
    long long missing; /* there is no such row */
    long long empty;   /* files without a row of bench */
} tool_gaps;
tool_gaps tool_find_gaps(const tool_recorded *recorded, const tool_matches *matches);

/* "wrong", "failed", "skipped" or "unsupported": what a row is that is not ok. */
const char *tool_failed_word(const json_t *record);

/* A line for each subject that has rows which others timed and it has not, or not ok; one for each file
   without a row of bench. */
void tool_tell_gaps(const tool_recorded *recorded, const tool_matches *matches, tool_teller *tell,
                    void *user);

#endif
