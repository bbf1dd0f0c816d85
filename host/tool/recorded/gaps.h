/* gaps.h - reports what results files lack: the end of a run, or another device's rows; and duplicates. */
#pragma once

#include "recorded/winners.h"

/* A line per unfinished file or file with duplicates. Returns how many are unfinished. */
long long tool_tell_files(const tool_recorded *recorded, tool_teller *tell, void *user);

/* On standard error. */
void tool_warn_files(const tool_recorded *recorded);

/* The first subject's rows in the others. */
typedef struct tool_gaps {
    long long judged;        /* with a verdict */
    long long few, untimed;  /* without a verdict */
    long long wrong, failed; /* not ok in the other */
    long long skipped, unsupported;
    long long missing; /* no such row */
    long long empty;
} tool_gaps;
tool_gaps tool_find_gaps(const tool_recorded *recorded, const tool_matches *matches);

/* "wrong", "failed", "skipped" or "unsupported". */
const char *tool_failed_word(const json_t *record);

/* A line per subject that lacks rows, and per file without bench rows. */
void tool_tell_gaps(const tool_recorded *recorded, const tool_matches *matches, tool_teller *tell,
                    void *user);
