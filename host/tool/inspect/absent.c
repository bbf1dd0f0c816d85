#include "inspect/absent.h"
#include "ops/ops.h"
#include "base/os.h"
#include "base/text.h"
#include <CL/cl_icd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OpenCL's header names parameters differently, and its handles are pointers. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name, bugprone-sizeof-expression) */

/* ---- the device ----------------------------------------------------------------------------------- */

/* A handle begins with a table of functions for a loader. */
struct _cl_platform_id {
    const cl_icd_dispatch *dispatch;
    tool_absent *owner;
};
struct _cl_device_id {
    const cl_icd_dispatch *dispatch;
    tool_absent *owner;
};
struct _cl_context {
    const cl_icd_dispatch *dispatch;
    tool_absent *owner;
};
struct _cl_command_queue {
    const cl_icd_dispatch *dispatch;
};

/* Of a probe, without compiling (find_known). */
typedef enum known { UNKNOWN, COMPILES, REFUSED } known;
enum { MOST_OPS = 256 };

struct tool_absent {
    struct _cl_platform_id platform;
    struct _cl_device_id device;
    struct _cl_context context;
    struct _cl_command_queue queue;
    tool_absent_given given;
    tool_absent_counts counts;
    known of_base[MOST_OPS][2], taken, lane;
    cl_kernel kernels; /* of programs that are no probes */
};

static const cl_icd_dispatch functions;

static cl_int CL_API_CALL get_device_info(cl_device_id device, cl_device_info what, size_t size, void *value,
                                          size_t *given) {
    cl_platform_id platform = &device->owner->platform;
    cl_int status = CL_INVALID_VALUE;
    if (what == CL_DEVICE_PLATFORM)
        return tool_described_give(&platform, sizeof platform, size, value, given);
    tool_described_answer(device->owner->given.facts, what, size, value, given, &status);
    return status;
}

static cl_int CL_API_CALL get_platform_info(cl_platform_id platform, cl_platform_info what, size_t size,
                                            void *value, size_t *given) {
    /* A query by name for newer calls would reach the loader's, which do not know the device. */
    const char *text = what == CL_PLATFORM_NAME
                           ? tool_described_value(platform->owner->given.facts, "platform")
                       : what == CL_PLATFORM_VERSION ? "OpenCL 1.2"
                                                     : NULL;
    return text ? tool_described_give(text, strlen(text) + 1, size, value, given) : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_device_ids(cl_platform_id platform, cl_device_type type, cl_uint capacity,
                                         cl_device_id *list, cl_uint *count) {
    (void)type;
    if (list && capacity > 0) *list = &platform->owner->device;
    if (count) *count = 1;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL retain_device(cl_device_id device) {
    (void)device;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_device(cl_device_id device) {
    (void)device;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL get_context_info(cl_context context, cl_context_info what, size_t size, void *value,
                                           size_t *given) {
    cl_device_id device = &context->owner->device;
    if (what != CL_CONTEXT_DEVICES) return CL_INVALID_VALUE;
    return tool_described_give(&device, sizeof device, size, value, given);
}

static cl_int CL_API_CALL retain_context(cl_context context) {
    (void)context;
    return CL_SUCCESS;
}

static cl_int CL_API_CALL release_context(cl_context context) {
    (void)context;
    return CL_SUCCESS;
}

static void *CL_API_CALL get_extension_function_address_for_platform(cl_platform_id platform,
                                                                     const char *name) {
    (void)platform;
    (void)name;
    return NULL;
}

static cl_command_queue CL_API_CALL create_command_queue(cl_context context, cl_device_id device,
                                                         cl_command_queue_properties properties,
                                                         cl_int *status) {
    (void)device;
    (void)properties;
    *status = CL_SUCCESS;
    return &context->owner->queue;
}

static cl_int CL_API_CALL release_command_queue(cl_command_queue queue) {
    (void)queue;
    return CL_SUCCESS;
}

/* ---- buffers -------------------------------------------------------------------------------------- */

struct _cl_mem {
    const cl_icd_dispatch *dispatch;
    size_t size;
    unsigned char data[];
};

static cl_mem CL_API_CALL create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *data,
                                        cl_int *status) {
    (void)context;
    cl_mem buffer = calloc(1, sizeof *buffer + size);
    *status = buffer ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (!buffer) return NULL;
    buffer->dispatch = &functions;
    buffer->size = size;
    if (flags & CL_MEM_COPY_HOST_PTR) memcpy(buffer->data, data, size);
    return buffer;
}

static cl_int CL_API_CALL release_mem_object(cl_mem buffer) {
    free(buffer);
    return CL_SUCCESS;
}

static cl_int CL_API_CALL enqueue_read_buffer(cl_command_queue queue, cl_mem buffer, cl_bool wait,
                                              size_t offset, size_t size, void *data, cl_uint count,
                                              const cl_event *list, cl_event *event) {
    (void)queue;
    (void)wait;
    (void)count;
    (void)list;
    (void)event;
    if (offset + size > buffer->size) return CL_INVALID_VALUE;
    memcpy(data, buffer->data + offset, size);
    return CL_SUCCESS;
}

typedef struct probe {
    const xl__op *op;
    xl__op_type type;
    int width;
    bool recorded;
} probe;

static bool read_option(const char *options, const char *name, char *value, size_t size) {
    char wanted[64];
    snprintf(wanted, sizeof wanted, "-D%s=", name);
    const char *at = strstr(options, wanted);
    if (!at) return false;
    at += strlen(wanted);
    snprintf(value, size, "%.*s", (int)strcspn(at, " "), at);
    return true;
}

static bool read_probe(const char *options, probe *p) {
    char op[64], type[64], width[64];
    if (!read_option(options, "PROBE_OP", op, sizeof op) || strncmp(op, "sg_", 3) != 0 ||
        !read_option(options, "PROBE_T", type, sizeof type) || !read_option(options, "SG_WIDTH", width, 64))
        return false;
    p->op = xl__op_find(op + 3);
    p->width = atoi(width);
    p->recorded = strstr(options, "-DSG_RECORD=1") != NULL;
    int t = 0;
    while (t < XL__OP_TYPES && strcmp(xl__op_type_get((xl__op_type)t)->device, type) != 0) t++;
    p->type = (xl__op_type)t;
    return p->op && t < XL__OP_TYPES;
}

/* ---- programs ------------------------------------------------------------------------------------- */

struct _cl_program {
    const cl_icd_dispatch *dispatch;
    tool_absent *owner;
    char *text, *log;
    char base[TOOL_PATH];
    probe probe;
    bool is_probe;
};
struct _cl_kernel {
    const cl_icd_dispatch *dispatch;
    cl_program program;
    const void *args[8];
    cl_uint count; /* argument 3 of a probe */
    int lanes;     /* 0: the compiler chooses */
    char name[128];
    cl_kernel next; /* oldest first */
};

const char *tool_absent_base(cl_program program) {
    return program->base;
}

static cl_program CL_API_CALL create_program_with_source(cl_context context, cl_uint count,
                                                         const char **texts, const size_t *sizes,
                                                         cl_int *status) {
    cl_program program = calloc(1, sizeof *program);
    const bool usual = count == 1 && !sizes;
    if (program) {
        program->dispatch = &functions;
        program->owner = context->owner;
        program->text = usual ? xl__copy_text(texts[0]) : NULL;
    }
    *status = !usual ? CL_INVALID_VALUE : program && program->text ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return program;
}

static cl_int CL_API_CALL release_program(cl_program program) {
    free(program->text);
    free(program->log);
    free(program);
    return CL_SUCCESS;
}

static void name_part(char path[TOOL_PATH + 8], const char *base, const char *end) {
    snprintf(path, TOOL_PATH + 8, "%s.%s", base, end);
}

static char *read_part(const char *base, const char *end) {
    char path[TOOL_PATH + 8], *data = NULL;
    size_t size = 0;
    name_part(path, base, end);
    return xl__os_read_file(path, 1 << 26, &data, &size) == 0 ? data : NULL;
}

static bool write_part(const char *base, const char *end, const char *data) {
    char path[TOOL_PATH + 8];
    name_part(path, base, end);
    return xl__os_write_file(path, data, strlen(data)) == 0;
}

static bool has_part(const char *base, const char *end) {
    char path[TOOL_PATH + 8];
    name_part(path, base, end);
    return xl__os_is_file(path);
}

/* Two processes may compile the same pair, so results appear by rename, the log last. */
static bool compile(tool_absent *absent, const char *base, const char *text, const char *options) {
    static const char *const parts[] = {"cl", "options", "asm", "log"};
    char mine[TOOL_PATH];
    const int length = snprintf(mine, sizeof mine, "%s-%ld", base, xl__os_process());
    if (length < 0 || (size_t)length >= sizeof mine || !write_part(mine, "cl", text) ||
        !write_part(mine, "options", options))
        return false;
    const bool good = absent->given.compile(absent->given.user, mine);
    for (int i = 0; i < 4; i++) {
        char from[TOOL_PATH + 8], to[TOOL_PATH + 8];
        name_part(from, mine, parts[i]);
        name_part(to, base, parts[i]);
        if (i == 2 && !good)
            (void)remove(from);
        else
            (void)rename(from, to);
    }
    absent->counts.compiled++;
    return true;
}

/* The device's text refuses "reduce_add:f32" or :*. Types that share a macro need not compile alike. */
static bool is_refused(const tool_described *facts, const probe *p) {
    const char *const list = tool_described_value(facts, "refuses");
    char word[64], all[64];
    snprintf(word, sizeof word, "%s:%s", p->op->name, xl__op_type_get(p->type)->name);
    snprintf(all, sizeof all, "%s:*", p->op->name);
    for (const char *at = list ? list : ""; *at; at += strspn(at, " ")) {
        const size_t size = strcspn(at, " ");
        if ((strlen(word) == size && strncmp(at, word, size) == 0) ||
            (strlen(all) == size && strncmp(at, all, size) == 0))
            return true;
        at += size;
    }
    return false;
}

/* True: the native form; false: derived from other operations. */
static bool asks_native(const probe *p, const char *options) {
    char macro[64] = "";
    xl__op_native_macro(p->op, p->type, macro, sizeof macro);
    return strstr(options, macro) != NULL;
}

/* Operations on which no other builds, more than two hundred on some backends, are assumed to compile: the
 * caller's programs contain them. Others are compiled, once for all types that share a macro, because a
 * refusal changes later ones.
 */
static known *find_known(tool_absent *absent, const probe *p, const char *options) {
    char macro[64] = "";
    if (!p->op->base) {
        absent->lane = UNKNOWN;
        absent->taken = COMPILES;
        return strcmp(p->op->name, "lane") == 0 ? &absent->lane : &absent->taken;
    }
    xl__op_native_macro(p->op, p->type, macro, sizeof macro);
    return &absent->of_base[(p->op - xl__ops) % MOST_OPS][strstr(options, macro) != NULL];
}

static cl_int CL_API_CALL build_program(cl_program program, cl_uint count, const cl_device_id *list,
                                        const char *options, void(CL_CALLBACK *done)(cl_program, void *),
                                        void *user) {
    tool_absent *const absent = program->owner;
    (void)count;
    (void)list;
    (void)done;
    (void)user;
    program->is_probe = read_probe(options, &program->probe);
    if (program->is_probe && is_refused(absent->given.facts, &program->probe) &&
        asks_native(&program->probe, options))
        return CL_BUILD_PROGRAM_FAILURE;
    known *answer = program->is_probe ? find_known(absent, &program->probe, options) : NULL;
    if (answer && *answer != UNKNOWN) {
        absent->counts.assumed++;
        return *answer == COMPILES ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
    }
    char key[XL__HASH_TEXT];
    xl__hash hash = xl__hash_start();
    xl__hash_add_text(&hash, tool_described_value(absent->given.facts, "name"));
    xl__hash_add_text(&hash, program->text);
    xl__hash_add_text(&hash, options);
    xl__hash_text(&hash, key);
    const int length = snprintf(program->base, sizeof program->base, "%s/%s", absent->given.folder, key);
    if (length < 0 || (size_t)length >= sizeof program->base) return CL_OUT_OF_RESOURCES;
    program->log = read_part(program->base, "log");
    if (program->log)
        absent->counts.found++;
    else if (!compile(absent, program->base, program->text, options))
        return CL_OUT_OF_RESOURCES;
    if (!program->log) program->log = read_part(program->base, "log");
    const bool good = has_part(program->base, "asm");
    if (answer) *answer = good ? COMPILES : REFUSED;
    if (!good) absent->counts.refused++;
    return good ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

static cl_int CL_API_CALL get_program_build_info(cl_program program, cl_device_id device,
                                                 cl_program_build_info what, size_t size, void *value,
                                                 size_t *given) {
    (void)device;
    if (what != CL_PROGRAM_BUILD_LOG) return CL_INVALID_VALUE;
    const char *log = program->log ? program->log : "";
    return tool_described_give(log, strlen(log) + 1, size, value, given);
}

/* ---- kernels -------------------------------------------------------------------------------------- */

static cl_kernel CL_API_CALL create_kernel(cl_program program, const char *name, cl_int *status) {
    tool_absent *const absent = program->owner;
    const int lanes = program->base[0] ? absent->given.lanes(absent->given.user, program->base, name)
                                       : 0; /* taken to compile */
    *status = CL_INVALID_KERNEL_NAME;
    if (lanes < 0) return NULL;
    cl_kernel kernel = calloc(1, sizeof *kernel);
    *status = kernel ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (!kernel) return NULL;
    kernel->dispatch = &functions;
    kernel->program = program;
    kernel->lanes = lanes;
    snprintf(kernel->name, sizeof kernel->name, "%s", name);
    cl_kernel *end = &absent->kernels;
    while (*end) end = &(*end)->next;
    if (!program->is_probe) *end = kernel;
    return kernel;
}

static cl_int CL_API_CALL release_kernel(cl_kernel kernel) {
    for (cl_kernel *at = &kernel->program->owner->kernels; *at; at = &(*at)->next)
        if (*at == kernel) {
            *at = kernel->next;
            break;
        }
    free(kernel);
    return CL_SUCCESS;
}

const char *tool_absent_kernel(const tool_absent *absent, size_t index, const char **name) {
    const struct _cl_kernel *at = absent->kernels;
    while (at && index-- > 0) at = at->next;
    if (at) *name = at->name;
    return at ? at->program->base : NULL;
}

static cl_int CL_API_CALL get_kernel_info(cl_kernel kernel, cl_kernel_info what, size_t size, void *value,
                                          size_t *given) {
    const cl_uint some = 8;
    (void)kernel;
    return what == CL_KERNEL_NUM_ARGS ? tool_described_give(&some, sizeof some, size, value, given)
                                      : CL_INVALID_VALUE;
}

static cl_int CL_API_CALL get_kernel_work_group_info(cl_kernel kernel, cl_device_id device,
                                                     cl_kernel_work_group_info what, size_t size, void *value,
                                                     size_t *given) {
    const cl_ulong none = 0;
    (void)kernel;
    if (what == CL_KERNEL_WORK_GROUP_SIZE)
        return get_device_info(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, size, value, given);
    return what == CL_KERNEL_LOCAL_MEM_SIZE ? tool_described_give(&none, sizeof none, size, value, given)
                                            : CL_INVALID_VALUE;
}

/* Does not return lanes chosen by a compiler: a kernel whose lanes differ from the probes' is refused on a
 * device, but shown here.
 */
static cl_int CL_API_CALL get_kernel_sub_group_info(cl_kernel kernel, cl_device_id device,
                                                    cl_kernel_sub_group_info what, size_t in_size,
                                                    const void *in, size_t size, void *value, size_t *given) {
    (void)kernel;
    (void)device;
    (void)what;
    (void)in_size;
    (void)in;
    (void)size;
    (void)value;
    (void)given;
    return CL_INVALID_OPERATION;
}

static cl_int CL_API_CALL set_kernel_arg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (index == 3 && size == sizeof kernel->count)
        memcpy(&kernel->count, value, size);
    else if (index < 8 && size == sizeof kernel->args[0])
        memcpy(&kernel->args[index], value, size);
    return CL_SUCCESS;
}

/* Writes the reference's answers where the kernel would. */
static void answer(const probe *p, const unsigned char *values, const uint32_t *args, unsigned char *out) {
    const xl__op_type_info *info = xl__op_type_get(p->type);
    const size_t element = xl_type_size(info->element), value_bytes = (size_t)info->device_bytes;
    const int elements = xl__op_result_elements(p->op, p->type);
    const bool value_result = p->op->result == XL__RESULT_VALUE;
    const size_t out_element = value_result ? element : 4;
    const size_t out_bytes = value_result ? value_bytes : 4 * (size_t)elements;
    uint64_t bits[XL__OP_LANES * 4] = {0}, expected[XL__OP_LANES * 4];
    double allowed[XL__OP_LANES * 4];
    for (int lane = 0; lane < p->width; lane++)
        for (int k = 0; k < info->components; k++)
            memcpy(&bits[lane * info->components + k],
                   values + (size_t)lane * value_bytes + (size_t)k * element, element);
    xl__op_expect(p->op, &(xl__op_case){p->width, p->type, bits, args}, expected, allowed);
    for (int lane = 0; lane < p->width; lane++)
        for (int k = 0; k < elements; k++)
            memcpy(out + (size_t)lane * out_bytes + (size_t)k * out_element, &expected[lane * elements + k],
                   out_element);
}

/* caps/able.c: all work-groups ran, none gave up. */
static bool pass_trial(cl_kernel kernel, size_t groups) {
    cl_mem words;
    const uint32_t passed[2] = {(uint32_t)groups, 0};
    if (strncmp(kernel->name, "ability_", 8) != 0) return false;
    memcpy(&words, &kernel->args[0], sizeof words);
    memcpy(words->data, passed, sizeof passed);
    return true;
}

static cl_int CL_API_CALL enqueue_ndrange_kernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions,
                                                 const size_t *offset, const size_t *global,
                                                 const size_t *local, cl_uint count, const cl_event *list,
                                                 cl_event *event) {
    (void)queue;
    (void)dimensions;
    (void)offset;
    (void)count;
    (void)list;
    (void)event;
    if (pass_trial(kernel, *global / *local)) return CL_SUCCESS;
    if (!kernel->program->is_probe) return CL_INVALID_OPERATION;
    const probe *p = &kernel->program->probe;
    const size_t value_bytes = (size_t)xl__op_type_get(p->type)->device_bytes;
    const size_t answer_bytes = p->op->result == XL__RESULT_VALUE  ? value_bytes
                                : p->op->result == XL__RESULT_MASK ? 16
                                                                   : 4;
    cl_mem buffers[5];
    for (int i = 0; i < 5; i++) memcpy(&buffers[i], &kernel->args[i], sizeof buffers[i]);
    for (size_t first = 0; first < kernel->count; first += (size_t)p->width)
        answer(p, buffers[0]->data + first * value_bytes,
               (const uint32_t *)(const void *)(buffers[1]->data) + first,
               buffers[2]->data + first * answer_bytes);
    const cl_uint width = (cl_uint)(kernel->lanes > 0 ? kernel->lanes : p->width);
    if (p->recorded) memcpy(buffers[4]->data, &width, sizeof width);
    return CL_SUCCESS;
}

/* ---- all ------------------------------------------------------------------------------------------ */

static const cl_icd_dispatch functions = {
    .clGetPlatformInfo = get_platform_info,
    .clGetDeviceIDs = get_device_ids,
    .clGetDeviceInfo = get_device_info,
    .clRetainDevice = retain_device,
    .clReleaseDevice = release_device,
    .clGetContextInfo = get_context_info,
    .clRetainContext = retain_context,
    .clReleaseContext = release_context,
    .clGetExtensionFunctionAddressForPlatform = get_extension_function_address_for_platform,
    .clCreateCommandQueue = create_command_queue,
    .clReleaseCommandQueue = release_command_queue,
    .clCreateBuffer = create_buffer,
    .clReleaseMemObject = release_mem_object,
    .clEnqueueReadBuffer = enqueue_read_buffer,
    .clCreateProgramWithSource = create_program_with_source,
    .clReleaseProgram = release_program,
    .clBuildProgram = build_program,
    .clGetProgramBuildInfo = get_program_build_info,
    .clCreateKernel = create_kernel,
    .clReleaseKernel = release_kernel,
    .clGetKernelInfo = get_kernel_info,
    .clGetKernelWorkGroupInfo = get_kernel_work_group_info,
    .clGetKernelSubGroupInfo = get_kernel_sub_group_info,
    .clGetKernelSubGroupInfoKHR = get_kernel_sub_group_info,
    .clSetKernelArg = set_kernel_arg,
    .clEnqueueNDRangeKernel = enqueue_ndrange_kernel,
};

tool_absent *tool_absent_make(const tool_absent_given *given) {
#ifdef __APPLE__ /* its own OpenCL has no loader */
    (void)given;
    return NULL;
#else
    tool_absent *const absent = calloc(1, sizeof *absent);
    if (!absent) return NULL;
    absent->platform = (struct _cl_platform_id){&functions, absent};
    absent->device = (struct _cl_device_id){&functions, absent};
    absent->context = (struct _cl_context){&functions, absent};
    absent->queue = (struct _cl_command_queue){&functions};
    absent->given = *given;
    return absent;
#endif
}

void tool_absent_free(tool_absent *absent) {
    free(absent);
}

cl_device_id tool_absent_device(tool_absent *absent) {
    return &absent->device;
}

cl_context tool_absent_context(tool_absent *absent) {
    return &absent->context;
}

tool_absent_counts tool_absent_count(const tool_absent *absent) {
    return absent->counts;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name, bugprone-sizeof-expression) */
