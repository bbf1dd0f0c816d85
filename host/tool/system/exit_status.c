/* exit_status.c - which of two statuses wins. */
#include "system/exit_status.h"
#include <stddef.h>

tool_exit tool_exit_worst(tool_exit a, tool_exit b) {
    static const tool_exit order[] = {TOOL_INTERRUPTED,   TOOL_USAGE, TOOL_BROKEN,   TOOL_OUTPUT,
                                      TOOL_DEVICE_FAILED, TOOL_WRONG, TOOL_NO_DEVICE};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if (a == order[i] || b == order[i]) return order[i];
    return TOOL_OK;
}
