/* os_child.h - each system's part of os_process.c. */
#pragma once

#include "system/os_process.h"
#include "text/os_memory.h"

/* The number is used also where there are no signals. */
enum { TOOL_KILLED = 9 };

/* Starts this executable as `--worker ROLE`, in its own group, with the environment changed by `settings`.
   fds[i] becomes its descriptor i; -1: none. Sets process->pid. 0 or errno. */
int tool_child_start(tool_process *process, const char *role, const char *const *settings,
                     const int fds[TOOL_FREE_FD]);

/* Its ends can be given to a worker; 0 or errno. After an error an end may be open. */
int tool_child_pipe(int ends[2]);

/* An open, unnamed file with the text. Not a pipe: a blocked worker would leave it full. 0 or errno. */
int tool_child_job(const char *text, int *file);

/* Sets it to -1. */
void tool_child_close(int *end);

/* Waits up to `seconds` (below 0: not at all) until events or prints can be read or have ended: which, or-ed.
   May return sooner. */
enum { TOOL_CHILD_EVENTS = 1, TOOL_CHILD_PRINTS = 2 };
int tool_child_ready(const tool_process *process, double seconds);

/* Available bytes; 0: nothing yet; below 0: the end. */
long tool_child_read(int from, char *to, size_t size);

/* In memory and swapped out; 0: unknown. */
uint64_t tool_child_memory(long pid);

/* True if it used more than half of a limited address space (ulimit -v). */
bool tool_child_is_tight(long pid);

/* Seconds of all threads; below 0: unknown. */
double tool_child_effort(long pid);
