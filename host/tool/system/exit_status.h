/* exit_status.h - the command's exit status, as documented in the manual page. */
#pragma once

typedef enum tool_exit {
    TOOL_OK = 0,
    TOOL_WRONG = 1,         /* a result was wrong */
    TOOL_USAGE = 2,         /* bad usage or bad input file */
    TOOL_NO_DEVICE = 3,     /* no device matches, or nothing at all was run */
    TOOL_DEVICE_FAILED = 4, /* a device or driver failed */
    TOOL_OUTPUT = 5,        /* an output cannot be written */
    TOOL_BROKEN = 6,        /* crosslane itself failed */
    TOOL_INTERRUPTED = 130,
} tool_exit;

/* The status of two parts together: interrupted and bad usage win, then 6, 5, 4, 1; 3 only when nothing ran.
 */
static inline tool_exit tool_exit_worst(tool_exit a, tool_exit b) {
    static const tool_exit order[] = {TOOL_INTERRUPTED,   TOOL_USAGE, TOOL_BROKEN,   TOOL_OUTPUT,
                                      TOOL_DEVICE_FAILED, TOOL_WRONG, TOOL_NO_DEVICE};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) return order[i];
    return TOOL_OK;
}
