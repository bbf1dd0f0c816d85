/*
 * os_missing.h - why the machine has no OpenCL device.
 */
#pragma once

#include <stddef.h>

/* In the parent: why no device was found. `answers` is what the drivers said, "" = there is no driver. */
void tool_no_device_reason(const char *answers, char *text, size_t size);
