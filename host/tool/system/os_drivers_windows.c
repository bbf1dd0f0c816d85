/*
 * os_drivers_windows.c - drivers on Windows are named by the registry, and its loader can be shown none of
 * them alone: there is one entry for all.
 */
#include "system/os_drivers.h"
#include <stdio.h>

int tool_drivers_list(tool_driver out[TOOL_MAX_DRIVERS], tool_own_folder *own) {
    (void)own;
    out[0] = (tool_driver){.setting = "", .name = "system"};
    return 1;
}

void tool_drivers_none(char *text, size_t size) {
    snprintf(text, size,
             "no driver is registered below HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\OpenCL\\Vendors;");
}

void tool_driver_use(const tool_driver *driver) {
    (void)driver;
}

bool tool_driver_misnamed(char *reason, size_t size) {
    (void)reason, (void)size;
    return false;
}

bool tool_driver_broken(char *reason, size_t size) {
    (void)reason, (void)size;
    return false;
}
