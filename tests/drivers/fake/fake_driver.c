/*
 * An OpenCL driver that misbehaves on request (faults.h).
 *
 * FAKE_DRIVER_REAL names a real driver's library. This driver returns its objects, but replaces their first
 * word, the loader's table of functions, by a copy with a few functions of this file.
 */
#define _DEFAULT_SOURCE
#include "breaks.h"
#include "faults.h"
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT __attribute__((visibility("default")))
enum { QUERY_SUB_GROUP_SIZES = 0x4108, TEXT = 1 << 16, NAME = 256, BINARY = 1 << 22 };

typedef void *(CL_API_CALL *address_fn)(const char *);
typedef cl_int(CL_API_CALL *platforms_fn)(cl_uint, cl_platform_id *, cl_uint *);

static struct {
    const cl_icd_dispatch *real; /* the real driver's; NULL until it is loaded */
    cl_icd_dispatch table;
    address_fn address;
    platforms_fn platforms;
    char kernel[NAME]; /* the kernel launched last */
    bool spoiled;      /* makes its result wrong */
    cl_event probe;    /* of a launch with a made-up duration */
    double probe_ns;
    cl_event early, late; /* `late` begins when `early` does */
    cl_device_id lent;    /* the device that answers for `own` */
} driver;

/* Can be listed and queried, but not opened. */
static struct { const cl_icd_dispatch *table; } own = {&driver.table};
#define OWN_PLATFORM ((cl_platform_id)(void *)&own)
#define OWN_DEVICE ((cl_device_id)(void *)&own)

/* dlsym returns functions as void *, convertible by the platform's ABI. */
#define TO_FUNCTION(type, object)                                                                            \
    (((union {                                                                                               \
         void *from;                                                                                         \
         type to;                                                                                            \
     }){.from = (object)})                                                                                   \
         .to)
#define FROM_FUNCTION(type, function)                                                                        \
    (((union {                                                                                               \
         type from;                                                                                          \
         void *to;                                                                                           \
     }){.from = (function)})                                                                                 \
         .to)

static void *adopt(void *object) {
    const cl_icd_dispatch *mine = &driver.table;
    if (object) memcpy(object, &mine, sizeof mine);
    return object;
}

static cl_int hand_on(cl_int status, const cl_event *event) {
    if (status == CL_SUCCESS && event) adopt(*event);
    return status;
}

/* By OpenCL's rules for queries. */
static cl_int give(const void *answer, size_t size, size_t room, void *value, size_t *given) {
    if (given) *given = size;
    if (!value) return CL_SUCCESS;
    if (room < size) return CL_INVALID_VALUE;
    memcpy(value, answer, size);
    return CL_SUCCESS;
}

/* ---- the device's answers --------------------------------------------------------------------------- */

static const struct {
    const char *word;
    cl_device_info what;
    size_t size;
} numbers[] = {{"group", CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t)},
               {"local", CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong)},
               {"units", CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint)},
               {"alloc", CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong)},
               {"memory", CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong)},
               {"align", CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(cl_uint)},
               {"clock", CL_DEVICE_MAX_CLOCK_FREQUENCY, sizeof(cl_uint)},
               {"timer", CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t)},
               {"type", CL_DEVICE_TYPE, sizeof(cl_device_type)}};

static cl_int give_name(const char *kind, size_t room, void *value, size_t *given) {
    /* Markup, quotes, an escape sequence, a bell, a formula, invalid UTF-8, a line break. */
    static const char piece[] = "=<b>\"&amp;',|\033[31m\a\xff\xc3(\xe2\x80\xae\r\n";
    char name[10240] = "";
    if (strcmp(kind, "none") == 0) return CL_INVALID_VALUE;
    if (strcmp(kind, "long") == 0)
        for (size_t used = 0; used + sizeof piece <= sizeof name; used += sizeof piece - 1)
            memcpy(name + used, piece, sizeof piece);
    for (int word = 0; strcmp(kind, "words") == 0 && word < 20; word++)
        snprintf(name + strlen(name), sizeof name - strlen(name), "%sprocessor", word ? " " : "");
    if (strncmp(kind, "is:", 3) == 0) snprintf(name, sizeof name, "%s", kind + 3);
    return give(name, strlen(name) + 1, room, value, given);
}

static cl_int give_sub_group_sizes(const char *kind, size_t room, void *value, size_t *given) {
    size_t sizes[4096];
    for (size_t i = 0; i < 4096; i++) sizes[i] = i;
    return give(sizes, strcmp(kind, "all") == 0 ? sizeof sizes : 0, room, value, given);
}

static cl_int give_extensions(cl_device_id device, size_t room, void *value, size_t *given) {
    char text[TEXT] = "";
    const cl_int status =
        driver.real->clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, sizeof text / 2, text, NULL);
    if (status != CL_SUCCESS) return status;
    const size_t used = strlen(text);
    snprintf(text + used, sizeof text - used, " cl_khr_subgroups cl_intel_required_subgroup_size");
    return give(text, strlen(text) + 1, room, value, given);
}

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info what, size_t room, void *value,
                                          size_t *given) {
    char asked[FAULT_VALUE];
    if (fault_fails("clGetDeviceInfo")) return CL_OUT_OF_RESOURCES;
    if (device == OWN_DEVICE) {
        const cl_platform_id platform = OWN_PLATFORM;
        const cl_device_type type = CL_DEVICE_TYPE_GPU;
        if (what == CL_DEVICE_PLATFORM) return give(&platform, sizeof platform, room, value, given);
        if (what == CL_DEVICE_TYPE) return give(&type, sizeof type, room, value, given);
        device = driver.lent;
    }
    if (what == CL_DEVICE_VENDOR && fault_asked("vendor", NULL) && fault_is_here()) return CL_INVALID_VALUE;
    if (what == CL_DEVICE_NAME && fault_asked("name", asked)) return give_name(asked, room, value, given);
    if (what == CL_DEVICE_EXTENSIONS && fault_asked("sub-groups", asked))
        return give_extensions(device, room, value, given);
    if (what == QUERY_SUB_GROUP_SIZES && fault_asked("sub-groups", asked))
        return give_sub_group_sizes(asked, room, value, given);
    if (fault_asked("fails", asked) && strtoul(asked, NULL, 0) == what) return CL_OUT_OF_HOST_MEMORY;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        if (numbers[i].what != what) continue;
        static const char odd[16] = {0x5a};
        if (fault_asked("odd-sizes", NULL)) return give(odd, numbers[i].size + 1, room, value, given);
        if (!fault_asked(numbers[i].word, asked)) continue;
        if (strcmp(asked, "fails") == 0) return CL_OUT_OF_RESOURCES;
        const cl_ulong wide = strtoull(asked, NULL, 10);
        const cl_uint narrow = (cl_uint)wide;
        const void *number = numbers[i].size == sizeof narrow ? (const void *)&narrow : (const void *)&wide;
        return give(number, numbers[i].size, room, value, given);
    }
    return driver.real->clGetDeviceInfo(device, what, room, value, given);
}

/* ---- calls ------------------------------------------------------------------------------------------ */

static bool fails(const char *function, cl_int *status) {
    const bool failed = fault_fails(function);
    if (failed && status) *status = CL_OUT_OF_RESOURCES;
    return failed;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint room,
                                         cl_device_id *devices, cl_uint *count) {
    cl_uint found = 0;
    char value[FAULT_VALUE] = "";
    if (fault_asked("devices", value) && strcmp(value, "none") == 0) {
        if (count) *count = 0;
        return CL_DEVICE_NOT_FOUND;
    }
    if (fault_asked("devices", NULL) || fault_fails("clGetDeviceIDs")) return CL_OUT_OF_RESOURCES;
    if (platform == OWN_PLATFORM) {
        if (type != CL_DEVICE_TYPE_ALL && !(type & CL_DEVICE_TYPE_GPU)) return CL_DEVICE_NOT_FOUND;
        if (room > 0 && devices) *devices = OWN_DEVICE;
        if (count) *count = 1;
        return CL_SUCCESS;
    }
    const cl_int status = driver.real->clGetDeviceIDs(platform, type, room, devices, &found);
    for (cl_uint i = 0; status == CL_SUCCESS && devices && i < found && i < room; i++) adopt(devices[i]);
    if (count) *count = found;
    return status;
}

static cl_context CL_API_CALL create_context(
    const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
    void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user, cl_int *status) {
    fault_strike(OPEN, NULL);
    if (fails("clCreateContext", status)) return NULL;
    if (count > 0 && *devices == OWN_DEVICE) {
        if (status) *status = CL_DEVICE_NOT_AVAILABLE;
        return NULL;
    }
    return adopt(driver.real->clCreateContext(properties, count, devices, notify, user, status));
}

static cl_command_queue CL_API_CALL create_queue(cl_context context, cl_device_id device,
                                                 cl_command_queue_properties properties, cl_int *status) {
    if (fails("clCreateCommandQueue", status)) return NULL;
    return adopt(driver.real->clCreateCommandQueue(context, device, properties, status));
}

static cl_program CL_API_CALL create_from_source(cl_context context, cl_uint count, const char **texts,
                                                 const size_t *lengths, cl_int *status) {
    if (fails("clCreateProgramWithSource", status)) return NULL;
    char *const broken = break_source(count, texts, lengths);
    const char *whole = broken;
    cl_program program = broken
                             ? driver.real->clCreateProgramWithSource(context, 1, &whole, NULL, status)
                             : driver.real->clCreateProgramWithSource(context, count, texts, lengths, status);
    free(broken);
    return adopt(program);
}

static cl_program CL_API_CALL create_from_binary(cl_context context, cl_uint count,
                                                 const cl_device_id *devices, const size_t *lengths,
                                                 const unsigned char **binaries, cl_int *each,
                                                 cl_int *status) {
    if (fails("clCreateProgramWithBinary", status)) return NULL;
    return adopt(
        driver.real->clCreateProgramWithBinary(context, count, devices, lengths, binaries, each, status));
}

static cl_int CL_API_CALL build(cl_program program, cl_uint count, const cl_device_id *devices,
                                const char *options, void(CL_CALLBACK *notify)(cl_program, void *),
                                void *user) {
    fault_bear_child();
    fault_strike(BUILD, options);
    usleep((useconds_t)fault_slows(options) * 1000);
    if (fault_asked("compiler", NULL) || fault_mutes(options)) return CL_BUILD_PROGRAM_FAILURE;
    if (fault_fails("clBuildProgram")) return CL_OUT_OF_RESOURCES;
    return driver.real->clBuildProgram(program, count, devices, options, notify, user);
}

static cl_int CL_API_CALL get_build_info(cl_program program, cl_device_id device, cl_program_build_info what,
                                         size_t room, void *value, size_t *given) {
    static const char log[] =
        "fake.cl:1:1: error: out of \033[31mluck\033[0m\xff\a\nfake.cl: <b>1</b> error\n";
    if (what == CL_PROGRAM_BUILD_LOG && fault_asked("compiler", NULL))
        return give(log, sizeof log, room, value, given);
    return driver.real->clGetProgramBuildInfo(program, device, what, room, value, given);
}

static cl_int give_binary(const char *file, cl_program_info what, size_t room, void *value, size_t *given) {
    static unsigned char bytes[BINARY];
    FILE *const stream = fopen(file, "rb");
    if (!stream) return CL_OUT_OF_RESOURCES;
    const size_t size = fread(bytes, 1, sizeof bytes, stream);
    fclose(stream);
    if (what == CL_PROGRAM_BINARY_SIZES) return give(&size, sizeof size, room, value, given);
    if (given) *given = sizeof(unsigned char *);
    if (value) memcpy(*(unsigned char **)value, bytes, size);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_program_info(cl_program program, cl_program_info what, size_t room, void *value,
                                           size_t *given) {
    char file[FAULT_VALUE];
    if (fault_fails("clGetProgramInfo")) return CL_OUT_OF_RESOURCES;
    if ((what == CL_PROGRAM_BINARY_SIZES || what == CL_PROGRAM_BINARIES) && fault_asked("binary", file))
        return give_binary(file, what, room, value, given);
    return driver.real->clGetProgramInfo(program, what, room, value, given);
}

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *status) {
    if (fails("clCreateKernel", status)) return NULL;
    return adopt(driver.real->clCreateKernel(program, name, status));
}

static void launch_part(cl_command_queue queue, cl_kernel kernel, cl_uint rank, const size_t *offset,
                        const size_t *global, const size_t *local, cl_uint waits, const cl_event *wait) {
    const long percent = local && rank > 0 && rank <= 3 ? fault_repeats(driver.kernel) : 0;
    if (driver.early) driver.real->clReleaseEvent(driver.early);
    driver.early = driver.late = NULL;
    if (percent <= 0) return;
    size_t part[3] = {1, 1, 1};
    for (cl_uint i = 0; i < rank; i++) part[i] = global[i];
    const size_t last = rank - 1, groups = part[last] / local[last];
    part[last] = (groups * (size_t)percent + 50) / 100 * local[last];
    if (part[last] > 0)
        driver.real->clEnqueueNDRangeKernel(queue, kernel, rank, offset, part, local, waits, wait,
                                            &driver.early);
}

static cl_int CL_API_CALL launch(cl_command_queue queue, cl_kernel kernel, cl_uint rank, const size_t *offset,
                                 const size_t *global, const size_t *local, cl_uint waits,
                                 const cl_event *wait, cl_event *event) {
    driver.kernel[0] = '\0';
    driver.real->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof driver.kernel, driver.kernel, NULL);
    fault_log(driver.kernel);
    fault_strike(LAUNCH, driver.kernel);
    if (fault_refuses(driver.kernel) || fault_fails("clEnqueueNDRangeKernel")) return CL_OUT_OF_RESOURCES;
    /* Kernels that measure the device do not write a row's outputs. */
    if (strncmp(driver.kernel, "ceilings_", 9) != 0) driver.spoiled = fault_spoils(driver.kernel);
    usleep((useconds_t)fault_delays(driver.kernel) * 1000);
    launch_part(queue, kernel, rank, offset, global, local, waits, wait);
    const cl_int status = hand_on(
        driver.real->clEnqueueNDRangeKernel(queue, kernel, rank, offset, global, local, waits, wait, event),
        event);
    driver.probe_ns = 1e6 * fault_probes(driver.kernel, local && *global == *local);
    driver.probe = event && driver.probe_ns > 0.0 ? *event : NULL;
    driver.late = event && driver.early ? *event : NULL;
    return status;
}

static cl_int CL_API_CALL get_profiling_info(cl_event event, cl_profiling_info what, size_t room, void *value,
                                             size_t *given) {
    const bool asked = event == driver.probe && what == CL_PROFILING_COMMAND_END;
    if (fault_fails("clGetEventProfilingInfo")) return CL_OUT_OF_RESOURCES;
    if (driver.late && event == driver.late && what != CL_PROFILING_COMMAND_END) event = driver.early;
    const cl_int status = driver.real->clGetEventProfilingInfo(
        event, asked ? CL_PROFILING_COMMAND_START : what, room, value, given);
    if (asked && status == CL_SUCCESS && value) *(cl_ulong *)value += (cl_ulong)driver.probe_ns;
    return status;
}

static cl_int CL_API_CALL finish(cl_command_queue queue) {
    fault_strike(FINISH, driver.kernel);
    if (fault_fails("clFinish")) return CL_OUT_OF_RESOURCES;
    return driver.real->clFinish(queue);
}

static cl_int CL_API_CALL release_context(cl_context context) {
    fault_strike(CLOSE, driver.kernel);
    return driver.real->clReleaseContext(context);
}

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host,
                                        cl_int *status) {
    if (fails("clCreateBuffer", status)) return NULL;
    return adopt(driver.real->clCreateBuffer(context, flags, size, host, status));
}

static cl_int CL_API_CALL get_group_info(cl_kernel kernel, cl_device_id device,
                                         cl_kernel_work_group_info what, size_t room, void *value,
                                         size_t *given) {
    char asked[FAULT_VALUE];
    if (fault_fails("clGetKernelWorkGroupInfo")) return CL_OUT_OF_RESOURCES;
    if (what != CL_KERNEL_WORK_GROUP_SIZE || !fault_asked("kernel-group", asked))
        return driver.real->clGetKernelWorkGroupInfo(kernel, device, what, room, value, given);
    const size_t group = strtoul(asked, NULL, 10);
    return give(&group, sizeof group, room, value, given);
}

static cl_int CL_API_CALL set_argument(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (fault_fails("clSetKernelArg")) return CL_OUT_OF_RESOURCES;
    return driver.real->clSetKernelArg(kernel, index, size, value);
}

static cl_int CL_API_CALL write_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                       size_t size, const void *from, cl_uint waits, const cl_event *wait,
                                       cl_event *event) {
    if (fault_fails("clEnqueueWriteBuffer")) return CL_OUT_OF_RESOURCES;
    return hand_on(
        driver.real->clEnqueueWriteBuffer(queue, buffer, blocking, offset, size, from, waits, wait, event),
        event);
}

static cl_int CL_API_CALL read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                      size_t size, void *to, cl_uint waits, const cl_event *wait,
                                      cl_event *event) {
    if (fault_fails("clEnqueueReadBuffer")) return CL_OUT_OF_RESOURCES;
    const cl_int status =
        driver.real->clEnqueueReadBuffer(queue, buffer, blocking, offset, size, to, waits, wait, event);
    if (status == CL_SUCCESS && blocking && driver.spoiled && size >= 4) ((unsigned char *)to)[3] ^= 0x40;
    driver.spoiled = false;
    return hand_on(status, event);
}

static cl_int CL_API_CALL fill_buffer(cl_command_queue queue, cl_mem buffer, const void *pattern,
                                      size_t pattern_size, size_t offset, size_t size, cl_uint waits,
                                      const cl_event *wait, cl_event *event) {
    if (fault_fails("clEnqueueFillBuffer")) return CL_OUT_OF_RESOURCES;
    return hand_on(driver.real->clEnqueueFillBuffer(queue, buffer, pattern, pattern_size, offset, size, waits,
                                                    wait, event),
                   event);
}

static cl_int CL_API_CALL copy_buffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset,
                                      size_t to_offset, size_t size, cl_uint waits, const cl_event *wait,
                                      cl_event *event) {
    if (fault_fails("clEnqueueCopyBuffer")) return CL_OUT_OF_RESOURCES;
    fault_log("copy");
    return hand_on(
        driver.real->clEnqueueCopyBuffer(queue, from, to, from_offset, to_offset, size, waits, wait, event),
        event);
}

static cl_int CL_API_CALL enqueue_marker(cl_command_queue queue, cl_uint waits, const cl_event *wait,
                                         cl_event *event) {
    if (fault_fails("clEnqueueMarkerWithWaitList")) return CL_OUT_OF_RESOURCES;
    return hand_on(driver.real->clEnqueueMarkerWithWaitList(queue, waits, wait, event), event);
}

/* Calls that fail on request. */
#define PLAIN_CALLS(X)                                                                                       \
    X(clGetContextInfo, (cl_context o, cl_uint what, size_t room, void *value, size_t *given),               \
      (o, what, room, value, given))                                                                         \
    X(clGetCommandQueueInfo, (cl_command_queue o, cl_uint what, size_t room, void *value, size_t *given),    \
      (o, what, room, value, given))                                                                         \
    X(clGetMemObjectInfo, (cl_mem o, cl_uint what, size_t room, void *value, size_t *given),                 \
      (o, what, room, value, given))                                                                         \
    X(clGetKernelInfo, (cl_kernel o, cl_uint what, size_t room, void *value, size_t *given),                 \
      (o, what, room, value, given))                                                                         \
    X(clGetEventInfo, (cl_event o, cl_uint what, size_t room, void *value, size_t *given),                   \
      (o, what, room, value, given))                                                                         \
    X(clWaitForEvents, (cl_uint count, const cl_event *events), (count, events))                             \
    X(clFlush, (cl_command_queue o), (o))                                                                    \
    X(clRetainContext, (cl_context o), (o))                                                                  \
    X(clRetainDevice, (cl_device_id o), (o))                                                                 \
    X(clRetainCommandQueue, (cl_command_queue o), (o))                                                       \
    X(clRetainEvent, (cl_event o), (o))

#define PLAIN_CALL(name, parameters, arguments)                                                              \
    static cl_int CL_API_CALL plain_##name parameters {                                                      \
        return fault_fails(#name) ? CL_OUT_OF_RESOURCES : driver.real->name arguments;                       \
    }
PLAIN_CALLS(PLAIN_CALL)

static void quit(void) {
    fault_tell_count();
    fault_strike(QUIT, NULL);
}

static bool load(void) {
    const char *name = fault_real_driver();
    void *library = name ? dlopen(name, RTLD_LAZY | RTLD_LOCAL) : NULL;
    if (!library) {
        fprintf(stderr, "fake driver: FAKE_DRIVER_REAL: %s\n", name ? dlerror() : "not set");
        return false;
    }
    driver.address = TO_FUNCTION(address_fn, dlsym(library, "clGetExtensionFunctionAddress"));
    if (driver.address)
        driver.platforms = TO_FUNCTION(platforms_fn, driver.address("clIcdGetPlatformIDsKHR"));
    atexit(quit);
    return driver.platforms != NULL;
}

static void take_table(const cl_platform_id platform) {
    memcpy(&driver.real, platform, sizeof driver.real);
    driver.table = *driver.real;
    driver.table.clGetDeviceIDs = get_device_ids;
    driver.table.clGetDeviceInfo = get_device_info;
    driver.table.clCreateContext = create_context;
    driver.table.clCreateCommandQueue = create_queue;
    driver.table.clCreateProgramWithSource = create_from_source;
    driver.table.clCreateProgramWithBinary = create_from_binary;
    driver.table.clBuildProgram = build;
    driver.table.clGetProgramBuildInfo = get_build_info;
    driver.table.clGetProgramInfo = get_program_info;
    driver.table.clCreateKernel = create_kernel;
    driver.table.clEnqueueNDRangeKernel = launch;
    driver.table.clFinish = finish;
    driver.table.clGetEventProfilingInfo = get_profiling_info;
    driver.table.clReleaseContext = release_context;
    driver.table.clCreateBuffer = create_buffer;
    driver.table.clSetKernelArg = set_argument;
    driver.table.clGetKernelWorkGroupInfo = get_group_info;
    driver.table.clEnqueueWriteBuffer = write_buffer;
    driver.table.clEnqueueReadBuffer = read_buffer;
    driver.table.clEnqueueFillBuffer = fill_buffer;
    driver.table.clEnqueueCopyBuffer = copy_buffer;
    driver.table.clEnqueueMarkerWithWaitList = enqueue_marker;
#define TAKE_PLAIN(name, parameters, arguments) driver.table.name = plain_##name;
    PLAIN_CALLS(TAKE_PLAIN)
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info what, size_t room,
                                            void *value, size_t *given) {
    static const char name[] = "A platform of the fake driver's own";
    if (platform == OWN_PLATFORM && what == CL_PLATFORM_NAME)
        return give(name, sizeof name, room, value, given);
    if (platform == OWN_PLATFORM)
        driver.real->clGetDeviceInfo(driver.lent, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    return driver.real->clGetPlatformInfo(platform, what, room, value, given);
}

static cl_int give_own_platform(cl_uint room, cl_platform_id *platforms, cl_uint *count) {
    cl_platform_id real = NULL;
    const cl_int status = driver.platforms(1, &real, NULL);
    if (status != CL_SUCCESS) return status;
    if (!driver.real) take_table(real);
    driver.table.clGetPlatformInfo = get_platform_info;
    driver.real->clGetDeviceIDs(real, CL_DEVICE_TYPE_ALL, 1, &driver.lent, NULL);
    if (room > 0 && platforms) *platforms = OWN_PLATFORM;
    if (count) *count = 1;
    return CL_SUCCESS;
}

/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): OpenCL's header has names of its own */
EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint room, cl_platform_id *platforms, cl_uint *count) {
    cl_uint found = 0;
    if (!driver.platforms && !load()) return CL_PLATFORM_NOT_FOUND_KHR;
    fault_strike(ENUMERATE, NULL);
    char value[FAULT_VALUE] = "";
    if (fault_asked("platforms", value) && strcmp(value, "none") == 0) return CL_PLATFORM_NOT_FOUND_KHR;
    if (fault_asked("platforms", value) && strcmp(value, "memory") == 0) return CL_OUT_OF_HOST_MEMORY;
    if (fault_asked("platforms", NULL)) return CL_OUT_OF_RESOURCES;
    if (fault_asked("own-platform", NULL)) return give_own_platform(room, platforms, count);
    const cl_int status = driver.platforms(room, platforms, &found);
    for (cl_uint i = 0; status == CL_SUCCESS && platforms && i < found && i < room; i++) {
        if (!driver.real) take_table(platforms[i]);
        adopt(platforms[i]);
    }
    if (count) *count = found;
    return status;
}

EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t room,
                                            void *value, size_t *given) {
    return get_platform_info(platform, what, room, value, given);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* The names of these types differ between headers. */
typedef cl_int(CL_API_CALL *platform_info_fn)(cl_platform_id, cl_platform_info, size_t, void *, size_t *);

EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
    if (strcmp(name, "clIcdGetPlatformIDsKHR") == 0)
        return FROM_FUNCTION(platforms_fn, clIcdGetPlatformIDsKHR);
    if (strcmp(name, "clGetPlatformInfo") == 0) return FROM_FUNCTION(platform_info_fn, clGetPlatformInfo);
    return driver.platforms || load() ? driver.address(name) : NULL;
}
