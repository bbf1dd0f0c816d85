#include "opencl.h"
#include "ops/ops.h"
#include "base/os.h"
#include "base/text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* OpenCL's header has parameter names of its own, and its handles are pointers to be measured. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name, bugprone-sizeof-expression) */

/* ---- the device ----------------------------------------------------------------------------------- */

struct _cl_platform_id {
    int unused;
};
struct _cl_device_id {
    int unused;
};
struct _cl_context {
    int unused;
};
struct _cl_command_queue {
    int unused;
};
static struct _cl_platform_id the_platform;
static struct _cl_device_id the_device;
static struct _cl_context the_context;
static struct _cl_command_queue the_queue;

cl_device_id offline_device(void) {
    return &the_device;
}

cl_context offline_context(void) {
    return &the_context;
}

static const description *facts;
static const char *command, *out_folder;
static offline_counts counts;

void offline_start(const description *device, const char *compiler, const char *folder) {
    facts = device;
    command = compiler;
    out_folder = folder;
}

offline_counts offline_count(void) {
    return counts;
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size,
                                                void *value, size_t *given) {
    cl_platform_id platform = &the_platform;
    cl_int status = CL_INVALID_VALUE;
    if (device != &the_device) return CL_INVALID_DEVICE;
    if (what == CL_DEVICE_PLATFORM) return describe_give(&platform, sizeof platform, size, value, given);
    describe_answer(facts, what, size, value, given, &status);
    return status;
}

CL_API_ENTRY cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size,
                                                  void *value, size_t *given) {
    /* Calls newer than 1.2 are asked for by name and would be the loader's, which knows no such device. */
    const char *text = what == CL_PLATFORM_NAME      ? describe_value(facts, "platform")
                       : what == CL_PLATFORM_VERSION ? "OpenCL 1.2"
                                                     : NULL;
    (void)platform;
    return text ? describe_give(text, strlen(text) + 1, size, value, given) : CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint capacity,
                                               cl_device_id *list, cl_uint *count) {
    (void)platform;
    (void)type;
    if (list && capacity > 0) *list = &the_device;
    if (count) *count = 1;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
    (void)device;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
    (void)device;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info what, size_t size,
                                                 void *value, size_t *given) {
    cl_device_id device = &the_device;
    (void)context;
    if (what != CL_CONTEXT_DEVICES) return CL_INVALID_VALUE;
    return describe_give(&device, sizeof device, size, value, given);
}

CL_API_ENTRY cl_int CL_API_CALL clRetainContext(cl_context context) {
    (void)context;
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseContext(cl_context context) {
    (void)context;
    return CL_SUCCESS;
}

CL_API_ENTRY void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform,
                                                                        const char *name) {
    (void)platform;
    (void)name;
    return NULL;
}

CL_API_ENTRY cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                               cl_command_queue_properties properties,
                                                               cl_int *status) {
    (void)context;
    (void)device;
    (void)properties;
    *status = CL_SUCCESS;
    return &the_queue;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) {
    (void)queue;
    return CL_SUCCESS;
}

/* ---- buffers -------------------------------------------------------------------------------------- */

struct _cl_mem {
    size_t size;
    unsigned char data[];
};

CL_API_ENTRY cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size,
                                               void *data, cl_int *status) {
    (void)context;
    cl_mem buffer = calloc(1, sizeof *buffer + size);
    *status = buffer ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (!buffer) return NULL;
    buffer->size = size;
    if (flags & CL_MEM_COPY_HOST_PTR) memcpy(buffer->data, data, size);
    return buffer;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseMemObject(cl_mem buffer) {
    free(buffer);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool wait,
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

/* ---- probes: which operation, type and width an option text asks for ------------------------------- */

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
    char *text, *rows, *log;
    probe probe;
    bool is_probe;
};
struct _cl_kernel {
    cl_program program;
    const void *args[8];
    cl_uint count; /* argument 3 of a probe */
};

const char *offline_rows(cl_program program) {
    return program->rows ? program->rows : "";
}

CL_API_ENTRY cl_program CL_API_CALL clCreateProgramWithSource(cl_context context, cl_uint count,
                                                              const char **texts, const size_t *sizes,
                                                              cl_int *status) {
    (void)context;
    cl_program program = calloc(1, sizeof *program);
    const bool usual = count == 1 && !sizes;
    if (program && usual) program->text = xl__copy_text(texts[0]);
    *status = !usual ? CL_INVALID_VALUE : program && program->text ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return program;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseProgram(cl_program program) {
    free(program->text);
    free(program->rows);
    free(program->log);
    free(program);
    return CL_SUCCESS;
}

static char *read_part(const char *base, const char *end) {
    char path[1100], *data = NULL;
    size_t size = 0;
    snprintf(path, sizeof path, "%s.%s", base, end);
    return xl__os_read_file(path, 1 << 26, &data, &size) == 0 ? data : NULL;
}

static void write_part(const char *base, const char *end, const char *data) {
    char path[1100];
    snprintf(path, sizeof path, "%s.%s", base, end);
    if (xl__os_write_file(path, data, strlen(data)) != 0) {
        perror(path);
        exit(EXIT_FAILURE);
    }
}

/* Two processes may meet the same pair: each compiles under a name of its own, and the rows appear by rename.
 */
static void compile(const char *base, const char *text, const char *options) {
    char mine[1060], line[3400];
    snprintf(mine, sizeof mine, "%s-%ld", base, xl__os_process());
    write_part(mine, "cl", text);
    write_part(mine, "options", options);
    snprintf(line, sizeof line, "'%s' '%s' > '%s.log' 2>&1", command, mine, mine);
    const bool good = system(line) == 0; /* NOLINT(cert-env33-c): the caller's own command */
    static const char *const parts[] = {"cl", "options", "log", "rows"};
    for (int i = 0; i < 4; i++) {
        char from[1100], to[1100];
        snprintf(from, sizeof from, "%s.%s", mine, parts[i]);
        snprintf(to, sizeof to, "%s.%s", base, parts[i]);
        if (i == 3 && !good)
            remove(from);
        else
            rename(from, to);
    }
    counts.compiled++;
}

/* What is known of a probe without compiling it. Operations from which no others are made, more than two
   hundred on some backends, are taken to compile: the caller's large programs hold them all, and fail when
   one does not. The others are compiled as the product does it, because what is refused there changes the
   rest, but once for all their types, which share a macro. */
typedef enum known { UNKNOWN, COMPILES, REFUSED } known;

static known *find_known(const probe *p, const char *options) {
    static known of_base[256][2], taken = COMPILES, lane;
    char macro[64] = "";
    if (!p->op->base) {
        lane = UNKNOWN;
        return strcmp(p->op->name, "lane") == 0 ? &lane : &taken;
    }
    xl__op_native_macro(p->op, p->type, macro, sizeof macro);
    return &of_base[p->op - xl__ops][strstr(options, macro) != NULL];
}

CL_API_ENTRY cl_int CL_API_CALL clBuildProgram(cl_program program, cl_uint count, const cl_device_id *list,
                                               const char *options,
                                               void(CL_CALLBACK *done)(cl_program, void *), void *user) {
    (void)count;
    (void)list;
    (void)done;
    (void)user;
    program->is_probe = read_probe(options, &program->probe);
    known *answer = program->is_probe ? find_known(&program->probe, options) : NULL;
    if (answer && *answer != UNKNOWN) {
        counts.assumed++;
        return *answer == COMPILES ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
    }
    char key[XL__HASH_TEXT], base[1000];
    xl__hash hash = xl__hash_start();
    xl__hash_add_text(&hash, program->text);
    xl__hash_add_text(&hash, options);
    xl__hash_text(&hash, key);
    snprintf(base, sizeof base, "%s/%s", out_folder, key);
    program->log = read_part(base, "log");
    if (program->log)
        counts.found++;
    else
        compile(base, program->text, options);
    if (!program->log) program->log = read_part(base, "log");
    program->rows = read_part(base, "rows");
    if (answer) *answer = program->rows ? COMPILES : REFUSED;
    if (!program->rows) counts.refused++;
    return program->rows ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

CL_API_ENTRY cl_int CL_API_CALL clGetProgramBuildInfo(cl_program program, cl_device_id device,
                                                      cl_program_build_info what, size_t size, void *value,
                                                      size_t *given) {
    (void)device;
    if (what != CL_PROGRAM_BUILD_LOG) return CL_INVALID_VALUE;
    const char *log = program->log ? program->log : "";
    return describe_give(log, strlen(log) + 1, size, value, given);
}

/* ---- kernels -------------------------------------------------------------------------------------- */

static bool has_kernel(const char *rows, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = rows; *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strncmp(at, name, length) == 0 && at[length] == ' ') return true;
    return false;
}

CL_API_ENTRY cl_kernel CL_API_CALL clCreateKernel(cl_program program, const char *name, cl_int *status) {
    *status = CL_INVALID_KERNEL_NAME;
    if (program->rows && !has_kernel(program->rows, name)) return NULL;
    cl_kernel kernel = calloc(1, sizeof *kernel);
    *status = kernel ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    if (kernel) kernel->program = program;
    return kernel;
}

CL_API_ENTRY cl_int CL_API_CALL clReleaseKernel(cl_kernel kernel) {
    free(kernel);
    return CL_SUCCESS;
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelInfo(cl_kernel kernel, cl_kernel_info what, size_t size,
                                                void *value, size_t *given) {
    const cl_uint some = 8;
    (void)kernel;
    return what == CL_KERNEL_NUM_ARGS ? describe_give(&some, sizeof some, size, value, given)
                                      : CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device,
                                                         cl_kernel_work_group_info what, size_t size,
                                                         void *value, size_t *given) {
    const cl_ulong none = 0;
    (void)kernel;
    if (what == CL_KERNEL_WORK_GROUP_SIZE)
        return clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, size, value, given);
    return what == CL_KERNEL_LOCAL_MEM_SIZE ? describe_give(&none, sizeof none, size, value, given)
                                            : CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size,
                                               const void *value) {
    if (index == 3 && size == sizeof kernel->count)
        memcpy(&kernel->count, value, size);
    else if (index < 8 && size == sizeof kernel->args[0])
        memcpy(&kernel->args[index], value, size);
    return CL_SUCCESS;
}

/* What a sub-group must answer, from where the kernel finds its inputs to where it would leave its answers.
 */
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

CL_API_ENTRY cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel,
                                                       cl_uint dimensions, const size_t *offset,
                                                       const size_t *global, const size_t *local,
                                                       cl_uint count, const cl_event *list, cl_event *event) {
    (void)queue;
    (void)dimensions;
    (void)offset;
    (void)global;
    (void)local;
    (void)count;
    (void)list;
    (void)event;
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
    /* Where the compiler chooses the lanes, its choice is in the rows. */
    const char *lanes = kernel->program->rows ? strstr(kernel->program->rows, " simd=") : NULL;
    const cl_uint width = lanes ? (cl_uint)strtoul(lanes + 6, NULL, 10) : (cl_uint)p->width;
    if (p->recorded) memcpy(buffers[4]->data, &width, sizeof width);
    return CL_SUCCESS;
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name, bugprone-sizeof-expression) */
