/* no_device.c - what a driver without a device answers. */
#include "run/no_device.h"
#include "crosslane.h"
#include "base/calls.h"
#include "system/os_drivers.h"
#include <stdio.h>

enum { MAX_PLATFORMS = 16 };

void tool_no_device_answer(char *text, size_t size) {
    cl_platform_id platforms[MAX_PLATFORMS];
    cl_uint count = 0;
    const cl_int status = clGetPlatformIDs(MAX_PLATFORMS, platforms, &count);
    if (status != CL_SUCCESS || count == 0) {
        snprintf(text, size, "lists no platform");
        return;
    }
    size_t used = 0;
    unsigned first = 0, end = 0;
    tool_driver_platforms(count < MAX_PLATFORMS ? count : MAX_PLATFORMS, &first, &end);
    if (first == end) snprintf(text, size, "lists no platform");
    for (unsigned p = first; p < end && used < size; p++) {
        char name[200] = "";
        cl_uint devices = 0;
        clGetPlatformInfo(platforms[p], CL_PLATFORM_NAME, sizeof name, name, NULL);
        const cl_int listed = clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 0, NULL, &devices);
        name[sizeof name - 1] = '\0';
        used += (size_t)snprintf(text + used, size - used, "%splatform '%s' lists no device%s%s",
                                 p > first ? ", " : "", name, listed == CL_SUCCESS ? "" : ": ",
                                 listed == CL_SUCCESS ? "" : xl_status_name(listed));
    }
}
