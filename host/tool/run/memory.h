/*
 * memory.h - whether a problem fits into memory, before anything of it is made.
 */
#ifndef TOOL_MEMORY_H
#define TOOL_MEMORY_H

#include "run/session.h"

/* Bytes before and behind every array and scratch area, so that what a kernel writes there is seen
   (checked_run.h): what CROSSLANE_GUARD_BYTES says, in whole units. 0, for simulators that check every access
   themselves: none, and each buffer is as large as what it holds. By default one unit; `far`: so many that a
   beginner's wrong index most often falls among them. A session keeps what it is: s->device->guard_bytes. */
size_t tool_guard_bytes(bool far);

/* Bytes that a problem takes: of the device, its arrays (with their guards) and the scratch memory of a
   strategy; of the host, inputs, expectations and results read back, as verify and bench keep them. On a
   device that shares the machine's memory they add up. `guard`: bytes of each guard. */
typedef struct tool_memory {
    double arrays, scratch, host;
} tool_memory;
tool_memory tool_memory_of(const xl__algorithm *algorithm, const xl__problem *problem, size_t scratch,
                           size_t guard);

/* Whether the arrays of a problem and its scratch fit into the device's largest buffer and memory, and what
   the host keeps beside them into the machine's; XL_TOO_LARGE with what is too large and the size that would
   fit (one parameter changed, the others as they are). What a driver does not tell bounds nothing. `loaded`:
   the inputs are in the machine's memory already. */
int tool_check_memory(const tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      size_t scratch, bool loaded, xl_error *error);

#endif
