/* memory.h - checks before allocating if a problem fits into memory. */
#pragma once

#include "run/session.h"

/* Guard bytes around every array and scratch area, which show stray writes: CROSSLANE_GUARD_BYTES in whole
   units; 0 for simulators that check accesses. Default: one unit; `far`: enough for most wrong indices of
   beginners. */
size_t tool_guard_bytes(bool far);

/* Device: arrays (with guards) and scratch. Host: inputs, expected results and results read back. They add up
   if the device shares the machine's memory. `guard`: bytes of each guard. */
typedef struct tool_memory {
    double arrays, scratch, host;
} tool_memory;
tool_memory tool_memory_of(const xl__algorithm *algorithm, const xl__problem *problem, size_t scratch,
                           size_t guard);

/* XL_TOO_LARGE names what is too large and a size that would fit (one parameter changed). Unreported limits
 * are ignored. `loaded`: the inputs are in the machine's memory.
 */
int tool_check_memory(const tool_session *session, const xl__algorithm *algorithm, const xl__problem *problem,
                      size_t scratch, bool loaded, xl_error *error);
