/*
 * os_busy.h - how busy the machine is with other processes, before something is timed.
 */
#ifndef TOOL_BUSY_H
#define TOOL_BUSY_H

#include <stdbool.h>
#include <stddef.h>

/* What the processors have done until a moment, in seconds of one processor. */
typedef struct tool_busy {
    double all, idle; /* of all of them; all = 0: not known */
    double own;       /* of this process and of its children that have ended */
} tool_busy;

tool_busy tool_busy_now(void);

/* The share of the processors that others used between two moments, 0 to 1; below 0: not known, or they lie
   too close together for the system's ticks to tell. */
double tool_busy_share(const tool_busy *from, const tool_busy *to);

/* Processes that want a processor, over the last minute; below 0: the system does not tell. */
double tool_busy_load(void);

/* "this machine is busy (load 3.2 on 2 cores; other processes use 61% of them): times will be noisy". False,
   and nothing: it is not, or not enough is known. */
bool tool_busy_text(double load, unsigned cores, double share, char *out, size_t size);

#endif
