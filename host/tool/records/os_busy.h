/* os_busy.h - how busy the machine is with other processes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Times are in seconds of one processor. */
typedef struct tool_busy {
    double all, idle; /* of all processors; all = 0: unknown */
    double own;       /* of this process and its ended children */
} tool_busy;

tool_busy tool_busy_now(void);

/* Used by other processes, 0 to 1; below 0: unknown, or too short for the system's ticks. */
double tool_busy_share(const tool_busy *from, const tool_busy *to);

/* The last minute's load; below 0: unknown. */
double tool_busy_load(void);

/* A line for people. False and "": not busy, or unknown. */
bool tool_busy_text(double load, unsigned cores, double share, char *out, size_t size);
