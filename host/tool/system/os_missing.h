/* os_missing.h - why the machine has no OpenCL device. */
#pragma once

#include <stddef.h>

/* In the parent. `answers`: of the drivers; "": no driver. */
void tool_no_device_reason(const char *answers, char *text, size_t size);
