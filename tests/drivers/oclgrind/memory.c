/*
 * memory.c - preloaded into Oclgrind to correct its report of reads of unwritten memory. Oclgrind ignores
 * writes by clEnqueueFillBuffer and confuses a new buffer with a released one at its place. Here a fill is a
 * write, and no buffer is released.
 */
#define _GNU_SOURCE
#define CL_TARGET_OPENCL_VERSION 300
#include <CL/cl.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer,
                                              const void *pattern, size_t pattern_size, size_t offset,
                                              size_t size, cl_uint num_events_in_wait_list,
                                              const cl_event *event_wait_list, cl_event *event) {
    if (pattern_size == 0 || size % pattern_size != 0) return CL_INVALID_VALUE;
    char *const bytes = malloc(size ? size : 1);
    if (!bytes) return CL_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; i < size; i += pattern_size) memcpy(bytes + i, pattern, pattern_size);
    const cl_int status = clEnqueueWriteBuffer(command_queue, buffer, CL_TRUE, offset, size, bytes,
                                               num_events_in_wait_list, event_wait_list, event);
    free(bytes);
    return status;
}

EXPORT cl_int CL_API_CALL clReleaseMemObject(cl_mem memobj) {
    (void)memobj;
    return CL_SUCCESS;
}
