/* OpenCL entry points newer than 1.2, looked up at run time: devices and loaders may lack them. */
#pragma once

#include "crosslane.h"

typedef cl_int(CL_API_CALL *xl__sub_group_info_fn)(cl_kernel, cl_device_id, cl_uint, size_t, const void *,
                                                   size_t, void *, size_t *);

enum { XL__SUB_GROUP_SIZE_FOR_NDRANGE = 0x2033 }; /* CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, of 2.1 */

/* clGetKernelSubGroupInfo, or the extension's form; NULL: neither exists. */
xl__sub_group_info_fn xl__find_sub_group_info(cl_platform_id platform, unsigned platform_major,
                                              unsigned platform_minor);

/* Uses OpenCL 1.2's call, which always exists. */
cl_command_queue xl__make_queue(cl_context context, cl_device_id device,
                                cl_command_queue_properties properties, cl_int *status);
