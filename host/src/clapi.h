/*
 * clapi.h - OpenCL entry points newer than 1.2, looked up at run time; a device or loader without them is
 * fine.
 */
#ifndef XL_CLAPI_H
#define XL_CLAPI_H

#include "crosslane.h"

typedef cl_int(CL_API_CALL *xl__sub_group_info_fn)(cl_kernel, cl_device_id, cl_uint, size_t, const void *,
                                                   size_t, void *, size_t *);

/* clGetKernelSubGroupInfo, or the extension's form of it; NULL where there is neither. */
xl__sub_group_info_fn xl__find_sub_group_info(cl_platform_id platform, unsigned platform_major,
                                              unsigned platform_minor);

#endif
