/*
 * memory.h - whether a problem fits into memory, before anything is allocated.
 */
#pragma once

#include "run/session.h"

/* Guard bytes before and after every array and scratch area, which show stray writes (checked_run.h):
   CROSSLANE_GUARD_BYTES in whole units; 0 for simulators that check every access. Default: one unit; `far`:
   enough for most wrong indices of beginners. A session keeps it in s->device->guard_bytes. */
size_t tool_guard_bytes(bool far);

/* Bytes that a problem takes: on the device its arrays (with guards) and a strategy's scratch; on the host
   inputs, expected results and results read back, as in verify and bench. They add up on a device that shares
   the machine's memory. `guard`: bytes of each guard. */
typedef struct tool_memory {
    double arrays, scratch, host;
} tool_memory;
tool_memory tool_memory_of(const xl__algorithm *algorithm, const xl__problem *problem, size_t scratch,
                           size_t guard);

/* Checks that a problem's arrays and scratch fit into the device's largest buffer and memory, and the host's
 * part into the machine's. XL_TOO_LARGE names what is too large and a size that would fit (one parameter
 * changed). Limits that a driver does not report are ignored. `loaded`: the inputs are already in the
 * machine's memory. */
int tool_check_memory(const tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      size_t scratch, bool loaded, xl_error *error);
