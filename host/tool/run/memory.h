/* memory.h - checks if a problem fits into memory, before allocating. */
#pragma once

#include "run/session.h"

/* Guard bytes before and after every array and scratch area, which show stray writes (checked_run.h):
   CROSSLANE_GUARD_BYTES in whole units; 0 for simulators that check every access. Default: one unit;
   `far`: enough for most wrong indices of beginners. A session keeps it in s->device->guard_bytes. */
size_t tool_guard_bytes(bool far);

/* On the device arrays (with guards) and scratch; on the host inputs, expected results and results read
   back, as in verify and bench. They add up if the device shares the machine's memory. `guard`: bytes of
   each guard. */
typedef struct tool_memory {
    double arrays, scratch, host;
} tool_memory;
tool_memory tool_memory_of(const xl__algorithm *algorithm, const xl__problem *problem, size_t scratch,
                           size_t guard);

/* Arrays and scratch must fit into the device's largest buffer and memory, the host's part into the
 * machine's. XL_TOO_LARGE names what is too large and a size that would fit (one parameter changed).
 * Unreported limits are ignored. `loaded`: the inputs are in the machine's memory.
 */
int tool_check_memory(const tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      size_t scratch, bool loaded, xl_error *error);
