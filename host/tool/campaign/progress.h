/*
 * progress.h - a line on standard error. A terminal redraws it in place, cut to its width; a log file gets
 * one at most every 10 s. Quiet: nothing. Times are monotonic, in seconds. Call tool_progress_clear before
 * printing to the terminal.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

typedef struct tool_progress {
    FILE *stream;
    bool quiet;
    bool live; /* redrawn in place */
    bool visible;
    double last;
} tool_progress;

void tool_progress_start(tool_progress *progress, FILE *stream, bool quiet, double now_s);

/* Shows a line unless the last one is too recent (0.1 s on a terminal, 10 s elsewhere). */
void tool_progress_show(tool_progress *progress, double now_s, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* The next tool_progress_show draws it again. */
void tool_progress_clear(tool_progress *progress);
