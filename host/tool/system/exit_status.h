/* exit_status.h - as documented in the manual page. */
#pragma once

typedef enum tool_exit {
    TOOL_OK = 0,
    TOOL_WRONG = 1,
    TOOL_USAGE = 2,         /* bad usage or bad input file */
    TOOL_NOTHING_DONE = 3,  /* no device or tool, or nothing to run or compare */
    TOOL_DEVICE_FAILED = 4, /* a device or driver failed */
    TOOL_OUTPUT = 5,
    TOOL_BROKEN = 6, /* crosslane itself failed */
    TOOL_INTERRUPTED = 130,
} tool_exit;

/* Interrupted and bad usage win, then 6, 5, 4, 1; 3 only when nothing ran. */
static inline tool_exit tool_exit_worst(tool_exit a, tool_exit b) {
    static const tool_exit order[] = {TOOL_INTERRUPTED,   TOOL_USAGE, TOOL_BROKEN,      TOOL_OUTPUT,
                                      TOOL_DEVICE_FAILED, TOOL_WRONG, TOOL_NOTHING_DONE};
    for (unsigned i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) return order[i];
    return TOOL_OK;
}
