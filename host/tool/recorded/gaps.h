/*
 * gaps.h - what results files lack: ends of interrupted runs, rows that another device has or has ok. And
 * duplicates.
 */
#pragma once

#include "recorded/winners.h"

/* Reports a line for each file that is unfinished or has duplicate rows. Returns how many are unfinished. */
long long tool_tell_files(const tool_recorded *recorded, tool_teller *tell, void *user);

/* The same to standard error. */
void tool_warn_files(const tool_recorded *recorded);

/* The first subject's rows in the other subjects, counted by pairs. */
typedef struct tool_gaps {
    long long judged;        /* with a verdict */
    long long few, untimed;  /* both timed, without a verdict */
    long long wrong, failed; /* not ok in the other */
    long long skipped, unsupported;
    long long missing; /* no such row */
    long long empty;   /* files without bench rows */
} tool_gaps;
tool_gaps tool_find_gaps(const tool_recorded *recorded, const tool_matches *matches);

/* The state of a row that is not ok: "wrong", "failed", "skipped" or "unsupported". */
const char *tool_failed_word(const json_t *record);

/* Reports a line for each subject with missing or failed rows that other subjects timed, and one for each
 * file without bench rows. */
void tool_tell_gaps(const tool_recorded *recorded, const tool_matches *matches, tool_teller *tell,
                    void *user);
