/*
 * no_device.h - what a driver without a device answers.
 */
#pragma once

#include <stddef.h>

/* In a worker whose driver has no device: what its platforms answer, "platform 'NAME' lists no device". */
void tool_no_device_answer(char *text, size_t size);
