/* Checks the caller's OpenCL objects. */
#pragma once

#include "device/device.h"

/* Each returns XL_BAD_HANDLE, or OpenCL's status if a query fails. `name`: in the message. */
int xl__check_queue(const xl_device *device, cl_command_queue queue, const char *call, bool *out_of_order,
                    xl_error *error);
int xl__check_events(const xl_device *device, const cl_event *list, cl_uint count, xl_error *error);

enum { XL__READS = 1, XL__WRITES = 2 };
/* The buffer must be of the device's context and allow kernels this use (else XL_BAD_ARRAY). */
int xl__check_buffer(const xl_device *device, cl_mem buffer, unsigned use, const char *name, xl_error *error);
