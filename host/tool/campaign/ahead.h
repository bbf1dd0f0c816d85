/*
 * ahead.h - helpers of the worker: on other processors they compile its next rows' programs into the disk
 * cache (program/disk_programs.h). Their output and records are discarded. If one dies or hangs, nothing else
 * ends, and the worker compiles the row itself.
 */
#pragma once

#include "job/job.h"
#include "system/os_drivers.h"
#include "system/os_process.h"

enum { TOOL_MOST_AHEAD = 16 };

typedef struct tool_ahead {
    int wanted;  /* most helpers */
    int ends[2]; /* their end shows the worker that it is the last process (os_process.h) */
    tool_process process[TOOL_MOST_AHEAD];
    int count;
} tool_ahead;

/* Most helpers of a device's worker; 0 if not worth it, as on a single processor. */
int tool_ahead_most(const tool_options *options);

/* Before the device's first worker: sets `wanted`. */
void tool_ahead_open(tool_ahead *ahead, const tool_options *options);
/* Once the worker has compiled more than one program. `job` is the worker's. */
void tool_ahead_start(tool_ahead *ahead, tool_job *job, const tool_driver *driver);
/* Before the worker measures: starts no more. */
void tool_ahead_hold(tool_ahead *ahead);
void tool_ahead_close(tool_ahead *ahead);
