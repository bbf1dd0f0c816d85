/*
 * precompile.h - processes compile the worker's next programs into the disk cache (program/disk_programs.h).
 * Their records are discarded. If one dies or hangs, the worker compiles the row itself.
 */
#pragma once

#include "job/job.h"
#include "system/os_drivers.h"
#include "system/os_process.h"

enum { TOOL_MOST_PRECOMPILE = 16 };

typedef struct tool_precompile {
    int wanted;  /* most helpers */
    int ends[2]; /* show the worker that it is the last process (os_process.h) */
    tool_process process[TOOL_MOST_PRECOMPILE];
    int count;
} tool_precompile;

/* 0 if not worth it. */
int tool_precompile_most(const tool_options *options);

/* Sets `wanted` before the device's first worker. */
void tool_precompile_open(tool_precompile *ahead, const tool_options *options);
/* Call after the worker has compiled more than one program. `job`: the worker's. */
void tool_precompile_start(tool_precompile *ahead, tool_job *job, const tool_driver *driver);
/* Starts no more, before the worker measures. */
void tool_precompile_hold(tool_precompile *ahead);
void tool_precompile_close(tool_precompile *ahead);
