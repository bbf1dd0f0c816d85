/* os_check_driver_windows.c - there is no checking device on Windows. */
#include "system/os_drivers.h"
#include <stdio.h>

bool tool_check_library(char path[TOOL_PATH]) {
    path[0] = '\0';
    return false;
}

bool tool_driver_check(tool_driver *out, tool_own_folder *own, char *reason, size_t size) {
    (void)own;
    *out = (tool_driver){.name = "check"};
    snprintf(reason, size, "the checking device needs Linux on x86-64 or aarch64");
    return false;
}
