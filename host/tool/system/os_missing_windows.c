/* os_missing_windows.c - on Windows a driver comes with the maker's own for the display. */
#include "system/os_missing.h"
#include <stdio.h>

void tool_no_device_reason(const char *answers, char *text, size_t size) {
    snprintf(text, size, "no OpenCL device: %s; install the current driver of the graphics processor's maker",
             *answers ? answers : "no driver is registered");
}
