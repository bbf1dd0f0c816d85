/* The loader's table of entry points. Unsupported functions return OpenCL's code for that. */
#include <stdio.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

#define EXPORTED __attribute__((visibility("default")))

/* For unsupported calls that return a status. */
static cl_int refuse(void) {
    return CL_INVALID_OPERATION;
}
static void *refuse_object(cl_int *error) {
    if (error) *error = CL_INVALID_OPERATION;
    return NULL;
}
static cl_mem no_image(cl_context c, cl_mem_flags f, const cl_image_format *t, const cl_image_desc *d,
                       void *p, cl_int *error) {
    (void)c, (void)f, (void)t, (void)d, (void)p;
    return refuse_object(error);
}
static cl_mem no_image_with(cl_context c, const cl_mem_properties *q, cl_mem_flags f,
                            const cl_image_format *t, const cl_image_desc *d, void *p, cl_int *error) {
    (void)q;
    return no_image(c, f, t, d, p, error);
}
static cl_mem no_image2(cl_context c, cl_mem_flags f, const cl_image_format *t, size_t w, size_t h, size_t r,
                        void *p, cl_int *error) {
    (void)w, (void)h, (void)r;
    return no_image(c, f, t, NULL, p, error);
}
static cl_mem no_image3(cl_context c, cl_mem_flags f, const cl_image_format *t, size_t w, size_t h, size_t d,
                        size_t r, size_t s, void *p, cl_int *error) {
    (void)w, (void)h, (void)d, (void)r, (void)s;
    return no_image(c, f, t, NULL, p, error);
}
static cl_int no_formats(cl_context c, cl_mem_flags f, cl_mem_object_type t, cl_uint n, cl_image_format *list,
                         cl_uint *count) {
    (void)f, (void)t, (void)n, (void)list;
    if (count) *count = 0;
    return IS(c, OBJECT_CONTEXT) ? CL_SUCCESS : CL_INVALID_CONTEXT;
}
static cl_sampler no_sampler(cl_context c, cl_bool n, cl_addressing_mode a, cl_filter_mode f, cl_int *error) {
    (void)c, (void)n, (void)a, (void)f;
    return refuse_object(error);
}
static cl_sampler no_sampler_with(cl_context c, const cl_sampler_properties *p, cl_int *error) {
    (void)c, (void)p;
    return refuse_object(error);
}
static cl_mem no_pipe(cl_context c, cl_mem_flags f, cl_uint a, cl_uint b, const cl_pipe_properties *p,
                      cl_int *error) {
    (void)c, (void)f, (void)a, (void)b, (void)p;
    return refuse_object(error);
}
static cl_program no_linked(cl_context c, cl_uint n, const cl_device_id *d, const char *o, cl_uint m,
                            const cl_program *p, void(CL_CALLBACK *call)(cl_program, void *), void *data,
                            cl_int *error) {
    (void)c, (void)n, (void)d, (void)o, (void)m, (void)p, (void)call, (void)data;
    return refuse_object(error);
}
static cl_program no_il(cl_context c, const void *il, size_t n, cl_int *error) {
    (void)c, (void)il, (void)n;
    return refuse_object(error);
}
static cl_program no_built_in(cl_context c, cl_uint n, const cl_device_id *d, const char *k, cl_int *error) {
    (void)c, (void)n, (void)d, (void)k;
    return refuse_object(error);
}
static void *no_svm(cl_context c, cl_svm_mem_flags f, size_t n, cl_uint a) {
    (void)c, (void)f, (void)n, (void)a;
    return NULL;
}
static void no_svm_free(cl_context c, void *p) {
    (void)c, (void)p;
}
static void *no_map_image(cl_command_queue q, cl_mem m, cl_bool b, cl_map_flags f, const size_t *o,
                          const size_t *r, size_t *p, size_t *s, cl_uint n, const cl_event *w, cl_event *e,
                          cl_int *error) {
    (void)q, (void)m, (void)b, (void)f, (void)o, (void)r, (void)p, (void)s, (void)n, (void)w, (void)e;
    return refuse_object(error);
}
static cl_int no_parts(void) {
    return CL_INVALID_VALUE;
}
static cl_int unload(void) {
    return CL_SUCCESS;
}
static cl_int no_timer(cl_device_id d, cl_ulong *a, cl_ulong *b) {
    (void)d, (void)a, (void)b;
    return CL_INVALID_OPERATION;
}

EXPORTED CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries,
                                                                cl_platform_id *platforms,
                                                                cl_uint *num_platforms);
EXPORTED CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name);

CL_API_ENTRY cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                       cl_uint *num_platforms) {
    return icd_get_platform_ids(num_entries, platforms, num_platforms);
}

static void *platform_function(cl_platform_id platform, const char *name) {
    (void)platform;
    return clGetExtensionFunctionAddress(name);
}

/* The field gives the type, because headers name types differently. */
#define TAKE(name, function) .name = (__typeof__(((cl_icd_dispatch *)0)->name))(void (*)(void))function
#define REFUSE(name) TAKE(name, refuse)

const cl_icd_dispatch icd_dispatch = {
    .clGetPlatformIDs = icd_get_platform_ids,
    .clGetPlatformInfo = icd_get_platform_info,
    .clGetDeviceIDs = icd_get_device_ids,
    .clGetDeviceInfo = icd_get_device_info,
    .clCreateContext = icd_create_context,
    .clCreateContextFromType = icd_create_context_from_type,
    .clRetainContext = icd_retain_context,
    .clReleaseContext = icd_release_context,
    .clGetContextInfo = icd_get_context_info,
    .clCreateCommandQueue = icd_create_queue,
    .clRetainCommandQueue = icd_retain_queue,
    .clReleaseCommandQueue = icd_release_queue,
    .clGetCommandQueueInfo = icd_get_queue_info,
    REFUSE(clSetCommandQueueProperty),
    .clCreateBuffer = icd_create_buffer,
    .clCreateImage2D = no_image2,
    .clCreateImage3D = no_image3,
    .clRetainMemObject = icd_retain_memory,
    .clReleaseMemObject = icd_release_memory,
    .clGetSupportedImageFormats = no_formats,
    .clGetMemObjectInfo = icd_get_memory_info,
    REFUSE(clGetImageInfo),
    .clCreateSampler = no_sampler,
    REFUSE(clRetainSampler),
    REFUSE(clReleaseSampler),
    REFUSE(clGetSamplerInfo),
    .clCreateProgramWithSource = icd_create_program,
    .clCreateProgramWithBinary = icd_create_program_with_binary,
    .clRetainProgram = icd_retain_program,
    .clReleaseProgram = icd_release_program,
    .clBuildProgram = icd_build_program,
    .clUnloadCompiler = unload,
    .clGetProgramInfo = icd_get_program_info,
    .clGetProgramBuildInfo = icd_get_build_info,
    .clCreateKernel = icd_create_kernel,
    .clCreateKernelsInProgram = icd_create_kernels,
    .clRetainKernel = icd_retain_kernel,
    .clReleaseKernel = icd_release_kernel,
    .clSetKernelArg = icd_set_argument,
    .clGetKernelInfo = icd_get_kernel_info,
    .clGetKernelWorkGroupInfo = icd_get_work_group_info,
    .clWaitForEvents = icd_wait_for_events,
    .clGetEventInfo = icd_get_event_info,
    .clRetainEvent = icd_retain_event,
    .clReleaseEvent = icd_release_event,
    .clGetEventProfilingInfo = icd_get_profiling_info,
    .clFlush = icd_flush,
    .clFinish = icd_finish,
    .clEnqueueReadBuffer = icd_enqueue_read,
    .clEnqueueWriteBuffer = icd_enqueue_write,
    .clEnqueueCopyBuffer = icd_enqueue_copy,
    REFUSE(clEnqueueReadImage),
    REFUSE(clEnqueueWriteImage),
    REFUSE(clEnqueueCopyImage),
    REFUSE(clEnqueueCopyImageToBuffer),
    REFUSE(clEnqueueCopyBufferToImage),
    .clEnqueueMapBuffer = icd_enqueue_map,
    .clEnqueueMapImage = no_map_image,
    .clEnqueueUnmapMemObject = icd_enqueue_unmap,
    .clEnqueueNDRangeKernel = icd_enqueue_kernel,
    .clEnqueueTask = icd_enqueue_task,
    REFUSE(clEnqueueNativeKernel),
    .clEnqueueMarker = icd_enqueue_marker,
    .clEnqueueWaitForEvents = icd_enqueue_wait,
    .clEnqueueBarrier = icd_enqueue_barrier,
    .clGetExtensionFunctionAddress = clGetExtensionFunctionAddress,
    .clSetEventCallback = icd_set_callback,
    .clCreateSubBuffer = icd_create_sub_buffer,
    .clSetMemObjectDestructorCallback = icd_set_destructor,
    .clCreateUserEvent = icd_create_user_event,
    .clSetUserEventStatus = icd_set_user_event_status,
    .clEnqueueReadBufferRect = icd_enqueue_read_rect,
    .clEnqueueWriteBufferRect = icd_enqueue_write_rect,
    .clEnqueueCopyBufferRect = icd_enqueue_copy_rect,
    TAKE(clCreateSubDevices, no_parts),
    .clRetainDevice = icd_retain_device,
    .clReleaseDevice = icd_retain_device,
    .clCreateImage = no_image,
    .clCreateProgramWithBuiltInKernels = no_built_in,
    REFUSE(clCompileProgram),
    .clLinkProgram = no_linked,
    TAKE(clUnloadPlatformCompiler, unload),
    .clGetKernelArgInfo = icd_get_argument_info,
    .clEnqueueFillBuffer = icd_enqueue_fill,
    REFUSE(clEnqueueFillImage),
    .clEnqueueMigrateMemObjects = icd_enqueue_migrate,
    .clEnqueueMarkerWithWaitList = icd_enqueue_marker_with,
    .clEnqueueBarrierWithWaitList = icd_enqueue_barrier_with,
    .clGetExtensionFunctionAddressForPlatform = platform_function,
    .clCreateCommandQueueWithProperties = icd_create_queue_with_properties,
    .clCreatePipe = no_pipe,
    REFUSE(clGetPipeInfo),
    .clSVMAlloc = no_svm,
    .clSVMFree = no_svm_free,
    REFUSE(clEnqueueSVMFree),
    REFUSE(clEnqueueSVMMemcpy),
    REFUSE(clEnqueueSVMMemFill),
    REFUSE(clEnqueueSVMMap),
    REFUSE(clEnqueueSVMUnmap),
    .clCreateSamplerWithProperties = no_sampler_with,
    REFUSE(clSetKernelArgSVMPointer),
    REFUSE(clSetKernelExecInfo),
    .clGetKernelSubGroupInfoKHR = icd_get_sub_group_info,
    .clCloneKernel = icd_clone_kernel,
    .clCreateProgramWithIL = no_il,
    REFUSE(clEnqueueSVMMigrateMem),
    .clGetDeviceAndHostTimer = no_timer,
    REFUSE(clGetHostTimer),
    .clGetKernelSubGroupInfo = icd_get_sub_group_info,
    REFUSE(clSetDefaultDeviceCommandQueue),
    REFUSE(clSetProgramReleaseCallback),
    REFUSE(clSetProgramSpecializationConstant),
    .clCreateBufferWithProperties = icd_create_buffer_with_properties,
    .clCreateImageWithProperties = no_image_with,
    REFUSE(clSetContextDestructorCallback),
};

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
    void *function = NULL;
    __typeof__(icd_dispatch.clGetKernelSubGroupInfo) query = icd_get_sub_group_info;
    __typeof__(icd_dispatch.clGetPlatformIDs) platforms = clIcdGetPlatformIDsKHR;
    __typeof__(icd_dispatch.clGetPlatformInfo) info = icd_get_platform_info;
    if (!strcmp(name, "clGetKernelSubGroupInfoKHR")) memcpy(&function, &query, sizeof function);
    if (!strcmp(name, "clIcdGetPlatformIDsKHR")) memcpy(&function, &platforms, sizeof function);
    if (!strcmp(name, "clGetPlatformInfo")) memcpy(&function, &info, sizeof function);
    return function;
}
