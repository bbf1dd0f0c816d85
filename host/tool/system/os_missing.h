/*
 * os_missing.h - why a driver, or the machine, has no OpenCL device: what was asked, and what it answered.
 */
#ifndef TOOL_OS_MISSING_H
#define TOOL_OS_MISSING_H

#include <stddef.h>

/* In a worker whose driver has no device: what its platforms answer, "platform 'NAME' lists no device". */
void tool_no_device_answer(char *text, size_t size);

/* In the parent: why no device was found. `answers` is what the drivers said, "" = there is no driver. */
void tool_no_device_reason(const char *answers, char *text, size_t size);

#endif
