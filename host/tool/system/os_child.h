/*
 * os_child.h - what each system has its own way for, of a worker's process: how it is started, read and
 * ended. For os_process.c, which has all that they share.
 */
#pragma once

#include "system/os_process.h"
#include "text/os_memory.h"

/* The signal that ends a process whatever it does; its number also where there are no signals. */
enum { TOOL_KILLED = 9 };

/* Starts this executable as `--worker ROLE`, in a group of its own, with the environment changed by
   `settings`. It gets fds[i] as its descriptor i, nothing for -1. Sets process->pid. 0 or errno. */
int tool_child_start(tool_process *process, const char *role, const char *const *settings,
                     const int fds[TOOL_FREE_FD]);

/* A pipe whose ends can be given to a worker; 0 or errno. After an error an end may be open. */
int tool_child_pipe(int ends[2]);

/* An open file without a name that holds the text, to be read from its start. Not a pipe: a worker that
   stands still would leave it full. 0 or errno. */
int tool_child_job(const char *text, int *file);

/* Closes an end that is open, and sets it to -1. */
void tool_child_close(int *end);

/* Waits up to `seconds` until events or prints can be read, or have ended: which of them, or-ed; below 0:
   look again. It may come back sooner. */
enum { TOOL_CHILD_EVENTS = 1, TOOL_CHILD_PRINTS = 2 };
int tool_child_ready(const tool_process *process, double seconds);

/* Reads what there is: how many bytes, 0 for nothing yet, below 0 at the end. */
long tool_child_read(int from, char *to, size_t size);

/* Bytes that a process holds, in memory and swapped out; 0: not known. */
uint64_t tool_child_memory(long pid);

/* Seconds that all threads of a process have taken; below 0: not known. */
double tool_child_effort(long pid);
