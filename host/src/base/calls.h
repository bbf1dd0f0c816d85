/*
 * Notes each thread's OpenCL call, which shows whether a process died in the driver. Every file that calls
 * OpenCL includes it.
 */
#pragma once

#include "crosslane.h"
#include <stdatomic.h>
#include <string.h>

/* May be in memory shared with a process that reads it after a death. */
typedef struct xl__calls {
    char in[48];   /* "clFinish"; "" outside any call */
    char underway; /* a driver's threads may run enqueued commands */
} xl__calls;

/* Where to note this thread's calls; NULL: nowhere, as in the library, which keeps no state. A program that
   wants notes defines this function in an object linked before the library. */
xl__calls *xl__noted(void);

/* The fences keep the compiler from moving the call across them. */
static inline void xl__enters(const char *name, size_t size, char enqueues) {
    xl__calls *const noted = xl__noted();
    if (!noted) return;
    if (enqueues) noted->underway = 1;
    memcpy(noted->in, name, size);
    atomic_signal_fence(memory_order_seq_cst);
}
static inline void xl__leaves(char waited) {
    xl__calls *const noted = xl__noted();
    if (!noted) return;
    atomic_signal_fence(memory_order_seq_cst);
    noted->in[0] = '\0';
    if (waited) noted->underway = 0;
    atomic_signal_fence(memory_order_seq_cst);
}
static inline cl_int xl__called(cl_int status, char waited) {
    xl__leaves(waited);
    return status;
}
static inline void *xl__made(void *object) {
    xl__leaves(0);
    return object;
}

/* `enqueues`: gives work to a device; `waits`: returns when all earlier work is done. */
#define XL__NOTED(name, enqueues, waits, function, ...)                                                      \
    xl__called((xl__enters(name, sizeof(name), enqueues), function(__VA_ARGS__)), waits)
#define XL__CALL(name, function, ...) XL__NOTED(name, 0, 0, function, __VA_ARGS__)
#define XL__ENQUEUE(name, function, ...) XL__NOTED(name, 1, 0, function, __VA_ARGS__)
#define XL__WAIT(name, function, ...) XL__NOTED(name, 0, 1, function, __VA_ARGS__)
#define XL__MAKE(type, function, ...)                                                                        \
    ((type)xl__made((xl__enters(#function, sizeof(#function), 0), function(__VA_ARGS__))))

#define clBuildProgram(...) XL__CALL("clBuildProgram", clBuildProgram, __VA_ARGS__)
#define clEnqueueBarrierWithWaitList(...)                                                                    \
    XL__CALL("clEnqueueBarrierWithWaitList", clEnqueueBarrierWithWaitList, __VA_ARGS__)
#define clEnqueueFillBuffer(...) XL__ENQUEUE("clEnqueueFillBuffer", clEnqueueFillBuffer, __VA_ARGS__)
#define clEnqueueMarkerWithWaitList(...)                                                                     \
    XL__CALL("clEnqueueMarkerWithWaitList", clEnqueueMarkerWithWaitList, __VA_ARGS__)
#define clEnqueueNDRangeKernel(...) XL__ENQUEUE("clEnqueueNDRangeKernel", clEnqueueNDRangeKernel, __VA_ARGS__)
#define clEnqueueReadBuffer(queue, memory, waits, ...)                                                       \
    XL__NOTED("clEnqueueReadBuffer", 1, (waits) ? 1 : 0, clEnqueueReadBuffer, queue, memory, waits,          \
              __VA_ARGS__)
#define clEnqueueWriteBuffer(queue, memory, waits, ...)                                                      \
    XL__NOTED("clEnqueueWriteBuffer", 1, (waits) ? 1 : 0, clEnqueueWriteBuffer, queue, memory, waits,        \
              __VA_ARGS__)
#define clEnqueueCopyBuffer(...) XL__ENQUEUE("clEnqueueCopyBuffer", clEnqueueCopyBuffer, __VA_ARGS__)
#define clFinish(...) XL__WAIT("clFinish", clFinish, __VA_ARGS__)
#define clFlush(...) XL__CALL("clFlush", clFlush, __VA_ARGS__)
#define clGetCommandQueueInfo(...) XL__CALL("clGetCommandQueueInfo", clGetCommandQueueInfo, __VA_ARGS__)
#define clGetContextInfo(...) XL__CALL("clGetContextInfo", clGetContextInfo, __VA_ARGS__)
#define clGetDeviceIDs(...) XL__CALL("clGetDeviceIDs", clGetDeviceIDs, __VA_ARGS__)
#define clGetDeviceInfo(...) XL__CALL("clGetDeviceInfo", clGetDeviceInfo, __VA_ARGS__)
#define clGetEventInfo(...) XL__CALL("clGetEventInfo", clGetEventInfo, __VA_ARGS__)
#define clGetEventProfilingInfo(...) XL__CALL("clGetEventProfilingInfo", clGetEventProfilingInfo, __VA_ARGS__)
#define clGetKernelArgInfo(...) XL__CALL("clGetKernelArgInfo", clGetKernelArgInfo, __VA_ARGS__)
#define clGetKernelInfo(...) XL__CALL("clGetKernelInfo", clGetKernelInfo, __VA_ARGS__)
#define clGetKernelWorkGroupInfo(...)                                                                        \
    XL__CALL("clGetKernelWorkGroupInfo", clGetKernelWorkGroupInfo, __VA_ARGS__)
#define clGetMemObjectInfo(...) XL__CALL("clGetMemObjectInfo", clGetMemObjectInfo, __VA_ARGS__)
#define clGetPlatformIDs(...) XL__CALL("clGetPlatformIDs", clGetPlatformIDs, __VA_ARGS__)
#define clGetPlatformInfo(...) XL__CALL("clGetPlatformInfo", clGetPlatformInfo, __VA_ARGS__)
#define clGetProgramBuildInfo(...) XL__CALL("clGetProgramBuildInfo", clGetProgramBuildInfo, __VA_ARGS__)
#define clGetProgramInfo(...) XL__CALL("clGetProgramInfo", clGetProgramInfo, __VA_ARGS__)
#define clReleaseCommandQueue(...) XL__CALL("clReleaseCommandQueue", clReleaseCommandQueue, __VA_ARGS__)
#define clReleaseContext(...) XL__CALL("clReleaseContext", clReleaseContext, __VA_ARGS__)
#define clReleaseDevice(...) XL__CALL("clReleaseDevice", clReleaseDevice, __VA_ARGS__)
#define clReleaseEvent(...) XL__CALL("clReleaseEvent", clReleaseEvent, __VA_ARGS__)
#define clReleaseKernel(...) XL__CALL("clReleaseKernel", clReleaseKernel, __VA_ARGS__)
#define clReleaseMemObject(...) XL__CALL("clReleaseMemObject", clReleaseMemObject, __VA_ARGS__)
#define clReleaseProgram(...) XL__CALL("clReleaseProgram", clReleaseProgram, __VA_ARGS__)
#define clRetainCommandQueue(...) XL__CALL("clRetainCommandQueue", clRetainCommandQueue, __VA_ARGS__)
#define clRetainContext(...) XL__CALL("clRetainContext", clRetainContext, __VA_ARGS__)
#define clRetainDevice(...) XL__CALL("clRetainDevice", clRetainDevice, __VA_ARGS__)
#define clRetainEvent(...) XL__CALL("clRetainEvent", clRetainEvent, __VA_ARGS__)
#define clRetainMemObject(...) XL__CALL("clRetainMemObject", clRetainMemObject, __VA_ARGS__)
#define clSetKernelArg(...) XL__CALL("clSetKernelArg", clSetKernelArg, __VA_ARGS__)
#define clWaitForEvents(...) XL__WAIT("clWaitForEvents", clWaitForEvents, __VA_ARGS__)

#define clCreateBuffer(...) XL__MAKE(cl_mem, clCreateBuffer, __VA_ARGS__)
#define clCreateCommandQueue(...) XL__MAKE(cl_command_queue, clCreateCommandQueue, __VA_ARGS__)
#define clCreateContext(...) XL__MAKE(cl_context, clCreateContext, __VA_ARGS__)
#define clCreateKernel(...) XL__MAKE(cl_kernel, clCreateKernel, __VA_ARGS__)
#define clCreateProgramWithBinary(...) XL__MAKE(cl_program, clCreateProgramWithBinary, __VA_ARGS__)
#define clCreateProgramWithSource(...) XL__MAKE(cl_program, clCreateProgramWithSource, __VA_ARGS__)
#define clCreateSubBuffer(...) XL__MAKE(cl_mem, clCreateSubBuffer, __VA_ARGS__)
#define clGetExtensionFunctionAddressForPlatform(...)                                                        \
    XL__MAKE(void *, clGetExtensionFunctionAddressForPlatform, __VA_ARGS__)
