/* Names of statuses and types, and how an error is written. */
#include "status.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct status_text {
    int value;
    const char *name, *text;
} status_text;

static const status_text ours[] = {
#define XL_STATUS_ROW(name, value, text) {name, #name, text},
    XL_STATUS_LIST(XL_STATUS_ROW)
#undef XL_STATUS_ROW
};

#define OPENCL_STATUS_LIST(X)                                                                                \
    X(CL_DEVICE_NOT_FOUND, -1)                                                                               \
    X(CL_DEVICE_NOT_AVAILABLE, -2)                                                                           \
    X(CL_COMPILER_NOT_AVAILABLE, -3)                                                                         \
    X(CL_MEM_OBJECT_ALLOCATION_FAILURE, -4)                                                                  \
    X(CL_OUT_OF_RESOURCES, -5)                                                                               \
    X(CL_OUT_OF_HOST_MEMORY, -6)                                                                             \
    X(CL_PROFILING_INFO_NOT_AVAILABLE, -7)                                                                   \
    X(CL_MEM_COPY_OVERLAP, -8)                                                                               \
    X(CL_IMAGE_FORMAT_MISMATCH, -9)                                                                          \
    X(CL_IMAGE_FORMAT_NOT_SUPPORTED, -10)                                                                    \
    X(CL_BUILD_PROGRAM_FAILURE, -11)                                                                         \
    X(CL_MAP_FAILURE, -12)                                                                                   \
    X(CL_MISALIGNED_SUB_BUFFER_OFFSET, -13)                                                                  \
    X(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, -14)                                                     \
    X(CL_COMPILE_PROGRAM_FAILURE, -15)                                                                       \
    X(CL_LINKER_NOT_AVAILABLE, -16)                                                                          \
    X(CL_LINK_PROGRAM_FAILURE, -17)                                                                          \
    X(CL_DEVICE_PARTITION_FAILED, -18)                                                                       \
    X(CL_KERNEL_ARG_INFO_NOT_AVAILABLE, -19)                                                                 \
    X(CL_INVALID_VALUE, -30)                                                                                 \
    X(CL_INVALID_DEVICE_TYPE, -31)                                                                           \
    X(CL_INVALID_PLATFORM, -32)                                                                              \
    X(CL_INVALID_DEVICE, -33)                                                                                \
    X(CL_INVALID_CONTEXT, -34)                                                                               \
    X(CL_INVALID_QUEUE_PROPERTIES, -35)                                                                      \
    X(CL_INVALID_COMMAND_QUEUE, -36)                                                                         \
    X(CL_INVALID_HOST_PTR, -37)                                                                              \
    X(CL_INVALID_MEM_OBJECT, -38)                                                                            \
    X(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR, -39)                                                               \
    X(CL_INVALID_IMAGE_SIZE, -40)                                                                            \
    X(CL_INVALID_SAMPLER, -41)                                                                               \
    X(CL_INVALID_BINARY, -42)                                                                                \
    X(CL_INVALID_BUILD_OPTIONS, -43)                                                                         \
    X(CL_INVALID_PROGRAM, -44)                                                                               \
    X(CL_INVALID_PROGRAM_EXECUTABLE, -45)                                                                    \
    X(CL_INVALID_KERNEL_NAME, -46)                                                                           \
    X(CL_INVALID_KERNEL_DEFINITION, -47)                                                                     \
    X(CL_INVALID_KERNEL, -48)                                                                                \
    X(CL_INVALID_ARG_INDEX, -49)                                                                             \
    X(CL_INVALID_ARG_VALUE, -50)                                                                             \
    X(CL_INVALID_ARG_SIZE, -51)                                                                              \
    X(CL_INVALID_KERNEL_ARGS, -52)                                                                           \
    X(CL_INVALID_WORK_DIMENSION, -53)                                                                        \
    X(CL_INVALID_WORK_GROUP_SIZE, -54)                                                                       \
    X(CL_INVALID_WORK_ITEM_SIZE, -55)                                                                        \
    X(CL_INVALID_GLOBAL_OFFSET, -56)                                                                         \
    X(CL_INVALID_EVENT_WAIT_LIST, -57)                                                                       \
    X(CL_INVALID_EVENT, -58)                                                                                 \
    X(CL_INVALID_OPERATION, -59)                                                                             \
    X(CL_INVALID_GL_OBJECT, -60)                                                                             \
    X(CL_INVALID_BUFFER_SIZE, -61)                                                                           \
    X(CL_INVALID_MIP_LEVEL, -62)                                                                             \
    X(CL_INVALID_GLOBAL_WORK_SIZE, -63)                                                                      \
    X(CL_INVALID_PROPERTY, -64)                                                                              \
    X(CL_INVALID_IMAGE_DESCRIPTOR, -65)                                                                      \
    X(CL_INVALID_COMPILER_OPTIONS, -66)                                                                      \
    X(CL_INVALID_LINKER_OPTIONS, -67)                                                                        \
    X(CL_INVALID_DEVICE_PARTITION_COUNT, -68)                                                                \
    X(CL_INVALID_PIPE_SIZE, -69)                                                                             \
    X(CL_INVALID_DEVICE_QUEUE, -70)                                                                          \
    X(CL_INVALID_SPEC_ID, -71)                                                                               \
    X(CL_MAX_SIZE_RESTRICTION_EXCEEDED, -72)                                                                 \
    X(CL_PLATFORM_NOT_FOUND_KHR, -1001)

static const status_text opencl[] = {
#define OPENCL_STATUS_ROW(name, value) {value, #name, NULL},
    OPENCL_STATUS_LIST(OPENCL_STATUS_ROW)
#undef OPENCL_STATUS_ROW
};

static const status_text *find_status(int status) {
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (ours[i].value == status) return &ours[i];
    for (size_t i = 0; i < sizeof opencl / sizeof *opencl; i++)
        if (opencl[i].value == status) return &opencl[i];
    return NULL;
}

const char *xl_status_name(int status) {
    const status_text *found = find_status(status);
    return found ? found->name : "unknown status";
}

const char *xl_version(void) {
    return XL_VERSION;
}

typedef struct type_row {
    const char *name;
    size_t bytes;
} type_row;

static const type_row types[XL_TYPE_COUNT] = {[XL_TYPE_NONE] = {"none", 0},
#define XL_TYPE_ROW(name, text, bytes) [name] = {text, bytes},
                                              XL_TYPE_LIST(XL_TYPE_ROW)
#undef XL_TYPE_ROW
};

static bool is_type(xl_type type) {
    return (int)type >= 0 && type < XL_TYPE_COUNT;
}

const char *xl_type_name(xl_type type) {
    return is_type(type) ? types[type].name : "none";
}

size_t xl_type_size(xl_type type) {
    return is_type(type) ? types[type].bytes : 0;
}

xl_type xl__find_type(const char *name) {
    for (int type = 1; type < XL_TYPE_COUNT; type++)
        if (strcmp(types[type].name, name) == 0) return (xl_type)type;
    return XL_TYPE_NONE;
}

int xl__fail(xl_error *error, int status, const char *format, ...) {
    if (!error) return status;
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    if (length < 0) error->text[0] = '\0';
    error->status = status;
    return status;
}

int xl__fail_cl(xl_error *error, int status, const char *call, const char *where, const char *advice) {
    return xl__fail(error, status, "%s on %s: %s (%d)%s%s", call, where, xl_status_name(status), status,
                    advice ? "; " : "", advice ? advice : "");
}

int xl__fail_memory(xl_error *error) {
    return xl__fail(error, XL_NO_MEMORY, "out of host memory");
}
