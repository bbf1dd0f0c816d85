/* The answers of an OpenCL driver, the first platform's first device, to calls that most programs make or
   that it must refuse. With the word "checking" it also makes kernels crash and never end. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl.h>
#include <dirent.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { N = 256 };

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue, unordered;
static cl_program program;
static int passed, failed;

static void expect(const char *what, long got, long wanted) {
    if (got == wanted) {
        ++passed;
        return;
    }
    ++failed;
    printf("%s: %ld, expected %ld\n", what, got, wanted);
}

static const char source[] =
    "kernel void add(global uint *x, uint v) { x[get_global_id(0)] += v; }\n"
    "kernel void twice(global uint *x) { x[get_global_id(0)] *= 2; }\n"
    "kernel void shared(global uint *x, local uint *t) { t[get_local_id(0)] = x[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); x[get_global_id(0)] = t[get_local_size(0) - 1 - get_local_id(0)]; }\n"
    "kernel void crash(global uint *x) { x[(ulong)1 << 50] = 1; }\n"
    "kernel void endless(global volatile uint *x) { while (x[0] != 77) x[1] = 1; }\n";

static cl_kernel kernel(const char *name) {
    cl_int error;
    cl_kernel k = clCreateKernel(program, name, &error);
    expect(name, error, CL_SUCCESS);
    return k;
}

static cl_mem buffer(uint32_t value) {
    uint32_t x[N];
    for (int i = 0; i < N; ++i) x[i] = value;
    return clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof x, x, NULL);
}

static uint32_t first_of(cl_mem m) {
    uint32_t x = 0;
    expect("read", clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4, &x, 0, NULL, NULL), CL_SUCCESS);
    return x;
}

static cl_int launch(cl_command_queue q, cl_kernel k, cl_uint waits, const cl_event *wait, cl_event *event) {
    size_t global = N, local = 64;
    return clEnqueueNDRangeKernel(q, k, 1, NULL, &global, &local, waits, wait, event);
}

static void sub_buffers(void) {
    cl_mem m = buffer(1), s;
    cl_int error;
    cl_buffer_region r = {512, 256}, odd = {4, 256}, far = {1024, 4}, none = {0, 0};
    s = clCreateSubBuffer(m, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &r, &error);
    expect("sub-buffer", error, CL_SUCCESS);
    clCreateSubBuffer(m, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &odd, &error);
    expect("misaligned sub-buffer", error, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    clCreateSubBuffer(m, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &far, &error);
    expect("sub-buffer after the end", error, CL_INVALID_VALUE);
    clCreateSubBuffer(m, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &none, &error);
    expect("empty sub-buffer", error, CL_INVALID_BUFFER_SIZE);
    clCreateSubBuffer(s, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &none, &error);
    expect("sub-buffer of a sub-buffer", error, CL_INVALID_MEM_OBJECT);
    size_t offset = 0, one = 64;
    cl_mem parent = NULL;
    clGetMemObjectInfo(s, CL_MEM_OFFSET, sizeof offset, &offset, NULL);
    clGetMemObjectInfo(s, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
    expect("its offset", (long)offset, 512);
    expect("its parent", parent == m, 1);
    cl_kernel k = kernel("add");
    cl_uint v = 5;
    clSetKernelArg(k, 0, sizeof s, &s);
    clSetKernelArg(k, 1, sizeof v, &v);
    expect("kernel on it", clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, &one, 0, NULL, NULL), CL_SUCCESS);
    uint32_t x[N];
    clReleaseMemObject(s);
    clEnqueueReadBuffer(queue, m, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    expect("before it", x[127], 1);
    expect("in it", x[128], 6);
    expect("its last", x[191], 6);
    expect("after it", x[192], 1);
    clReleaseMemObject(m);
    clReleaseKernel(k);
}

static void arguments(void) {
    cl_kernel k = kernel("add"), t = kernel("shared");
    cl_mem m = buffer(1);
    cl_uint v = 5;
    size_t global = N, local = 64, large = 1 << 20, square[2] = {64, 64}, uneven = 48;
    expect("no arguments", launch(queue, k, 0, NULL, NULL), CL_INVALID_KERNEL_ARGS);
    expect("argument 2", clSetKernelArg(k, 2, sizeof v, &v), CL_INVALID_ARG_INDEX);
    expect("argument of 8 bytes", clSetKernelArg(k, 1, 8, &m), CL_INVALID_ARG_SIZE);
    expect("no value", clSetKernelArg(k, 1, sizeof v, NULL), CL_INVALID_ARG_VALUE);
    expect("value for local memory", clSetKernelArg(t, 1, 256, &v), CL_INVALID_ARG_VALUE);
    expect("no local memory", clSetKernelArg(t, 1, 0, NULL), CL_INVALID_ARG_SIZE);
    clSetKernelArg(k, 0, sizeof m, &m);
    clSetKernelArg(k, 1, sizeof v, &v);
    expect("long group", clEnqueueNDRangeKernel(queue, k, 1, NULL, &large, &large, 0, NULL, NULL),
           CL_INVALID_WORK_ITEM_SIZE);
    expect("large group", clEnqueueNDRangeKernel(queue, k, 2, NULL, square, square, 0, NULL, NULL),
           CL_INVALID_WORK_GROUP_SIZE);
    expect("uneven group", clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &uneven, 0, NULL, NULL),
           CL_INVALID_WORK_GROUP_SIZE);
    expect("4 dimensions", clEnqueueNDRangeKernel(queue, k, 4, NULL, &global, &local, 0, NULL, NULL),
           CL_INVALID_WORK_DIMENSION);
    expect("wait list", clEnqueueNDRangeKernel(queue, k, 1, NULL, &global, &local, 1, NULL, NULL),
           CL_INVALID_EVENT_WAIT_LIST);
    expect("read past the end", clEnqueueReadBuffer(queue, m, CL_TRUE, 0, 4 * N + 1, &v, 0, NULL, NULL),
           CL_INVALID_VALUE);
    expect("copy onto itself", clEnqueueCopyBuffer(queue, m, m, 0, 4, 64, 0, NULL, NULL),
           CL_MEM_COPY_OVERLAP);
    cl_int error;
    clCreateKernel(program, "absent", &error);
    expect("absent kernel", error, CL_INVALID_KERNEL_NAME);
    clReleaseMemObject(m);
    clReleaseKernel(k);
    clReleaseKernel(t);
}

static void out_of_order(void) {
    cl_mem m = buffer(1);
    cl_kernel add = kernel("add"), twice = kernel("twice");
    cl_uint v = 5;
    cl_event a, b, done;
    cl_int error;
    clSetKernelArg(add, 0, sizeof m, &m);
    clSetKernelArg(add, 1, sizeof v, &v);
    clSetKernelArg(twice, 0, sizeof m, &m);
    cl_event gate = clCreateUserEvent(context, &error);
    expect("user event", error, CL_SUCCESS);
    expect("waits for it", launch(unordered, add, 1, &gate, &a), CL_SUCCESS);
    expect("waits for that", launch(unordered, twice, 1, &a, &b), CL_SUCCESS);
    expect("barrier", clEnqueueBarrierWithWaitList(unordered, 0, NULL, NULL), CL_SUCCESS);
    expect("marker", clEnqueueMarkerWithWaitList(unordered, 0, NULL, &done), CL_SUCCESS);
    clFlush(unordered);
    cl_int status;
    clGetEventInfo(a, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    expect("still waits", status >= CL_SUBMITTED, 1);
    expect("user event set", clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    expect("set again", clSetUserEventStatus(gate, CL_COMPLETE), CL_INVALID_OPERATION);
    expect("status above", clSetUserEventStatus(gate, 2), CL_INVALID_VALUE);
    expect("command's event", clSetUserEventStatus(a, CL_COMPLETE), CL_INVALID_EVENT);
    expect("marker ends", clWaitForEvents(1, &done), CL_SUCCESS);
    expect("(1 + 5) * 2", first_of(m), 12);
    cl_event all[] = {gate, a, b, done};
    for (int i = 0; i < 4; ++i) clReleaseEvent(all[i]);
    clReleaseMemObject(m);
    clReleaseKernel(add);
    clReleaseKernel(twice);
}

static void CL_CALLBACK called(cl_event event, cl_int status, void *data) {
    (void)event;
    *(volatile cl_int *)data = status;
}

static void failed_user_event(void) {
    cl_mem m = buffer(1);
    cl_kernel twice = kernel("twice");
    static volatile cl_int told = 1234;
    cl_int status = 0;
    cl_event a, gate = clCreateUserEvent(context, NULL);
    clSetKernelArg(twice, 0, sizeof m, &m);
    expect("launch", launch(unordered, twice, 1, &gate, &a), CL_SUCCESS);
    expect("callback", clSetEventCallback(a, CL_COMPLETE, called, (void *)&told), CL_SUCCESS);
    expect("event fails", clSetUserEventStatus(gate, -5), CL_SUCCESS);
    expect("wait", clWaitForEvents(1, &a), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    clGetEventInfo(a, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL);
    expect("command fails", status < 0, 1);
    for (int tries = 0; tries < 600 && told == 1234; ++tries)
        nanosleep(&(struct timespec){0, 100000000}, NULL);
    expect("callback was told", told < 0, 1);
    expect("has not run", first_of(m), 1);
    clReleaseEvent(a);
    clReleaseEvent(gate);
    clReleaseMemObject(m);
    clReleaseKernel(twice);
}

static void profiling(void) {
    cl_mem m = buffer(1);
    cl_kernel twice = kernel("twice");
    cl_event a, b, gate = clCreateUserEvent(context, NULL);
    cl_ulong t[4] = {0};
    clSetKernelArg(twice, 0, sizeof m, &m);
    launch(queue, twice, 0, NULL, &a);
    launch(unordered, twice, 0, NULL, &b);
    clFinish(queue);
    clFinish(unordered);
    for (cl_uint i = 0; i < 4; ++i)
        expect("profiling",
               clGetEventProfilingInfo(a, CL_PROFILING_COMMAND_QUEUED + i, sizeof t[i], &t[i], NULL),
               CL_SUCCESS);
    expect("times in order", t[0] && t[0] <= t[1] && t[1] <= t[2] && t[2] <= t[3], 1);
    expect("without the property", clGetEventProfilingInfo(b, CL_PROFILING_COMMAND_END, sizeof t[0], t, NULL),
           CL_PROFILING_INFO_NOT_AVAILABLE);
    expect("user event", clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_END, sizeof t[0], t, NULL),
           CL_PROFILING_INFO_NOT_AVAILABLE);
    clReleaseEvent(a);
    clReleaseEvent(b);
    clReleaseEvent(gate);
    clReleaseMemObject(m);
    clReleaseKernel(twice);
}

static void binaries(void) {
    size_t bytes = 0;
    cl_int status, error;
    clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL);
    unsigned char *binary = calloc(bytes + 1, 1), junk[16] = "no program";
    expect("binary", clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL),
           CL_SUCCESS);
    const unsigned char *list = binary;
    cl_program p = clCreateProgramWithBinary(context, 1, &device, &bytes, &list, &status, &error);
    expect("from binary", error, CL_SUCCESS);
    expect("builds", clBuildProgram(p, 1, &device, NULL, NULL, NULL), CL_SUCCESS);
    cl_kernel k = clCreateKernel(p, "twice", &error);
    expect("its kernel", error, CL_SUCCESS);
    cl_mem m = buffer(21);
    clSetKernelArg(k, 0, sizeof m, &m);
    launch(queue, k, 0, NULL, NULL);
    expect("runs", first_of(m), 42);
    list = junk;
    bytes = sizeof junk;
    clCreateProgramWithBinary(context, 1, &device, &bytes, &list, &status, &error);
    expect("foreign binary", error, CL_INVALID_BINARY);
    const char *text = source;
    cl_program other = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    expect("build option", clBuildProgram(other, 1, &device, "-no-such-option", NULL, NULL),
           CL_INVALID_BUILD_OPTIONS);
    expect("build again", clBuildProgram(other, 1, &device, NULL, NULL, NULL), CL_SUCCESS);
    clReleaseProgram(other);
    const char *bad = "kernel void f(global uint *x) { nonsense; }";
    cl_program wrong = clCreateProgramWithSource(context, 1, &bad, NULL, NULL);
    expect("wrong source", clBuildProgram(wrong, 1, &device, NULL, NULL, NULL), CL_BUILD_PROGRAM_FAILURE);
    char log[4096] = "";
    clGetProgramBuildInfo(wrong, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    expect("its log", strstr(log, "nonsense") != NULL, 1);
    expect("its kernel", clCreateKernel(wrong, "f", &error) == NULL && error == CL_INVALID_PROGRAM_EXECUTABLE,
           1);
    expect("busy program", clBuildProgram(p, 1, &device, NULL, NULL, NULL), CL_INVALID_OPERATION);
    clReleaseKernel(k);
    clReleaseProgram(p);
    clReleaseProgram(wrong);
    clReleaseMemObject(m);
    free(binary);
}

/* Answers of a device without them. */
static void refused(void) {
    cl_int error;
    cl_uint count = 1;
    cl_image_format format = {CL_RGBA, CL_UNORM_INT8};
    cl_image_desc image = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_bool images = CL_TRUE;
    cl_device_svm_capabilities svm = 1;
    cl_kernel k = kernel("twice");
    clGetDeviceInfo(device, CL_DEVICE_IMAGE_SUPPORT, sizeof images, &images, NULL);
    expect("image support", images, CL_FALSE);
    clGetDeviceInfo(device, CL_DEVICE_SVM_CAPABILITIES, sizeof svm, &svm, NULL);
    expect("SVM support", (long)svm, 0);
    clCreateImage(context, CL_MEM_READ_WRITE, &format, &image, NULL, &error);
    expect("image", error, CL_INVALID_OPERATION);
    expect("formats",
           clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count),
           CL_SUCCESS);
    expect("number of formats", count, 0);
    clCreateSampler(context, CL_TRUE, CL_ADDRESS_CLAMP, CL_FILTER_NEAREST, &error);
    expect("sampler", error, CL_INVALID_OPERATION);
    expect("SVM", clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0) == NULL, 1);
    expect("SVM argument", clSetKernelArgSVMPointer(k, 0, &error), CL_INVALID_OPERATION);
    expect("SVM map", clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, &error, 4, 0, NULL, NULL),
           CL_INVALID_OPERATION);
    clCreatePipe(context, 0, 4, 4, NULL, &error);
    expect("pipe", error, CL_INVALID_OPERATION);
    clCreateProgramWithIL(context, source, sizeof source, &error);
    expect("intermediate language", error, CL_INVALID_OPERATION);
    cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    expect("parts of a device", clCreateSubDevices(device, parts, 0, NULL, &count), CL_INVALID_VALUE);
    cl_device_id found;
    expect("GPUs", clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &found, NULL), CL_DEVICE_NOT_FOUND);
    cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES,
                                       CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    clCreateCommandQueueWithProperties(context, device, on_device, &error);
    expect("queue on the device", error, CL_INVALID_QUEUE_PROPERTIES);
    cl_device_id two[] = {device, NULL};
    clCreateContext(NULL, 2, two, NULL, NULL, &error);
    expect("context of two devices", error, CL_INVALID_DEVICE);
    clReleaseKernel(k);
}

static bool kill_worker(void) {
    DIR *all = opendir("/proc");
    bool done = false;
    for (struct dirent *e; all && (e = readdir(all)) != NULL;) {
        char path[300], line[512] = "";
        snprintf(path, sizeof path, "/proc/%.200s/stat", e->d_name);
        FILE *file = fopen(path, "r");
        int id = 0, parent = 0;
        if (file && fgets(line, sizeof line, file) &&
            sscanf(line, "%d (crosslane-check) R %d", &id, &parent) == 2 && parent == (int)getpid())
            done = !kill(id, SIGKILL);
        if (file) fclose(file);
    }
    if (all) closedir(all);
    return done;
}

static void next_works(cl_mem m, const char *after) {
    cl_kernel twice = kernel("twice");
    cl_event event;
    clSetKernelArg(twice, 0, sizeof m, &m);
    uint32_t before = first_of(m);
    expect(after, launch(queue, twice, 0, NULL, &event), CL_SUCCESS);
    expect(after, clWaitForEvents(1, &event), CL_SUCCESS);
    expect(after, first_of(m), 2 * (long)before);
    clReleaseEvent(event);
    clReleaseKernel(twice);
}

static void ends(void) {
    static const char *const names[] = {"crash", "endless", "endless"};
    static const char *const after[] = {"after a crash", "after an endless kernel", "after a killed worker"};
    cl_mem m = buffer(3);
    for (int i = 0; i < 3; ++i) {
        cl_kernel k = kernel(names[i]);
        cl_event event;
        size_t one = 1;
        setenv("CROSSLANE_CHECK_STEPS", i == 1 ? "100000" : "1000000000000", 1);
        clSetKernelArg(k, 0, sizeof m, &m);
        clEnqueueNDRangeKernel(queue, k, 1, NULL, &one, &one, 0, NULL, &event);
        for (int tries = 0; i == 2 && tries < 600 && !kill_worker(); ++tries)
            nanosleep(&(struct timespec){0, 100000000}, NULL);
        expect(names[i], clWaitForEvents(1, &event), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
        next_works(m, after[i]);
        clReleaseEvent(event);
        clReleaseKernel(k);
    }
    clReleaseMemObject(m);
}

int main(int argc, char **argv) {
    setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
    const char *text = source;
    cl_int error;
    if (clGetPlatformIDs(1, &platform, NULL) ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL)) {
        printf("skipped: no device\n");
        return 0;
    }
    cl_queue_properties timed[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_queue_properties any_order[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    expect("context", error, CL_SUCCESS);
    queue = clCreateCommandQueueWithProperties(context, device, timed, &error);
    expect("queue", error, CL_SUCCESS);
    unordered = clCreateCommandQueueWithProperties(context, device, any_order, &error);
    expect("queue out of order", error, CL_SUCCESS);
    program = clCreateProgramWithSource(context, 1, &text, NULL, NULL);
    error = clBuildProgram(program, 1, &device, NULL, NULL, NULL);
    if (error == CL_COMPILER_NOT_AVAILABLE) {
        printf("skipped: no clang\n");
        return 0;
    }
    expect("build", error, CL_SUCCESS);
    sub_buffers();
    arguments();
    out_of_order();
    failed_user_event();
    profiling();
    binaries();
    refused();
    if (argc > 1 && !strcmp(argv[1], "checking")) ends();
    clReleaseProgram(program);
    clReleaseCommandQueue(queue);
    clReleaseCommandQueue(unordered);
    clReleaseContext(context);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
