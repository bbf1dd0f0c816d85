/*
 * os_busy.h - how busy the machine is with other processes, before something is timed.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Processor time up to a moment, in seconds of one processor. */
typedef struct tool_busy {
    double all, idle; /* of all processors; all = 0: not known */
    double own;       /* of this process and its ended children */
} tool_busy;

tool_busy tool_busy_now(void);

/* The share of the processors that other processes used between two moments, 0 to 1; below 0: not known, or
   too close together for the system's ticks. */
double tool_busy_share(const tool_busy *from, const tool_busy *to);

/* The load average of the last minute; below 0: not known. */
double tool_busy_load(void);

/* "this machine is busy (load 3.2 on 2 cores; other processes use 61% of them): times will be noisy". False
   and "": it is not busy, or not known to be. */
bool tool_busy_text(double load, unsigned cores, double share, char *out, size_t size);
