/*
 * ahead.h - workers beside the one that works: on the other processors they compile what its next rows need,
 * for the disk cache (program/stored.h). What they print and record leads nowhere, and one that dies or hangs
 * ends alone; the row is then compiled by the worker that records it.
 */
#ifndef TOOL_AHEAD_H
#define TOOL_AHEAD_H

#include "job/job.h"
#include "system/os_drivers.h"
#include "system/os_process.h"

enum { TOOL_MOST_AHEAD = 16 };

typedef struct tool_ahead {
    int wanted;  /* how many there may be */
    int ends[2]; /* by which the worker learns that it is alone (os_process.h) */
    tool_process process[TOOL_MOST_AHEAD];
    int count;
} tool_ahead;

/* How many such workers a device's may have: 0 where nothing of that is worth it, as for a single processor.
 */
int tool_ahead_most(const tool_options *options);

/* Before the device's first worker: decides how many such workers there may be (`wanted`). */
void tool_ahead_open(tool_ahead *ahead, const tool_options *options);
/* The worker has met more than one program to compile. `job` is its own. */
void tool_ahead_start(tool_ahead *ahead, tool_job *job, const tool_driver *driver);
/* It is about to measure: none is started any more. */
void tool_ahead_hold(tool_ahead *ahead);
/* Ends them. */
void tool_ahead_close(tool_ahead *ahead);

#endif
