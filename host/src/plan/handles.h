/*
 * handles.h - whether an OpenCL object of the caller's is what a call can use.
 */
#ifndef XL_HANDLES_H
#define XL_HANDLES_H

#include "device/device.h"

/* Each: XL_BAD_HANDLE, or OpenCL's status where it cannot be asked. `name` says which object in the message.
 */

/* A command queue of the host's on the device and in its context. */
int xl__check_queue(const xl_device *device, cl_command_queue queue, const char *call, bool *out_of_order,
                    xl_error *error);
int xl__check_events(const xl_device *device, const cl_event *list, cl_uint count, xl_error *error);

enum { XL__READS = 1, XL__WRITES = 2 };
/* A buffer of the device's context that kernels may use so (XL_BAD_ARRAY where they may not). */
int xl__check_buffer(const xl_device *device, cl_mem buffer, unsigned use, const char *name, xl_error *error);

#endif
