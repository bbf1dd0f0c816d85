/* os_missing_windows.c - a driver is part of the display driver. */
#include "system/os_missing.h"
#include "system/os_drivers.h"
#include <stdio.h>

void tool_no_device_reason(const char *answers, char *text, size_t size) {
    char names[1024];
    tool_drivers_none(names, sizeof names);
    snprintf(text, size,
             "no OpenCL device: %s%s%s; install the current driver of the graphics processor's maker", names,
             *answers ? "; " : "", answers);
}
