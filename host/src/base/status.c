#include "base/status.h"
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

/* ---- errors --------------------------------------------------------------------------------------- */

/* Bytes of the printable UTF-8 character at `text`; 0: none. Control characters and changes of text
 * direction are not printable.
 */
static size_t shown_bytes(const unsigned char *text) {
    const unsigned char first = text[0];
    if (first < 0x80) return first >= ' ' && first != 0x7f;
    const size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
    if (first < 0xc2 || first > 0xf4) return 0;
    for (size_t i = 1; i < bytes; i++)
        if ((text[i] & 0xc0) != 0x80) return 0;
    const unsigned second = text[1];
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f)) return 0;
    if ((first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f)) return 0;
    if (first == 0xc2 && second < 0xa0) return 0; /* U+0080 to U+009F */
    if (first == 0xe2 && second == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae) return 0;
    return !(first == 0xe2 && second == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9) ? bytes : 0;
}

/* Replaces other bytes by question marks; `lines` keeps line ends and tabs. */
static void make_printable(char *text, bool lines) {
    for (unsigned char *at = (unsigned char *)text; *at;) {
        const size_t bytes = shown_bytes(at);
        if (bytes == 0 && !(lines && (*at == '\n' || *at == '\t'))) *at = '?';
        at += bytes ? bytes : 1;
    }
}

static void mark_cut(char *text, size_t size) {
    static const char dots[] = "...";
    size_t end = size - sizeof dots;
    while (end > 0 && ((unsigned char)text[end] & 0xc0) == 0x80) end--;
    memcpy(text + end, dots, sizeof dots);
}

static void write_error(xl_error *error, int status, const char *format, va_list arguments) {
    const int length = vsnprintf(error->text, sizeof error->text, format, arguments);
    if (length < 0) error->text[0] = '\0';
    if (length >= (int)sizeof error->text) mark_cut(error->text, sizeof error->text);
    make_printable(error->text, false);
    error->status = status;
}

int xl__fail(xl_error *error, int status, const char *format, ...) {
    if (!error) return status;
    va_list arguments;
    va_start(arguments, format);
    write_error(error, status, format, arguments);
    va_end(arguments);
    return status;
}

void xl__fail_more(xl_error *error, const char *more) {
    if (!error) return;
    const size_t used = strlen(error->text), room = sizeof error->text - used;
    const int put = snprintf(error->text + used, room, "\n%s", more);
    if (put >= 0 && (size_t)put >= room) mark_cut(error->text, sizeof error->text);
    make_printable(error->text + used, true);
}

int xl__fail_cl(xl_error *error, int status, const char *call, const char *where, const char *advice) {
    return xl__fail(error, status, "%s on %s: %s (%d)%s%s", call, where, xl_status_name(status), status,
                    advice ? "; " : "", advice ? advice : "");
}

int xl__fail_memory(xl_error *error) {
    return xl__fail(error, XL_NO_MEMORY, "out of host memory");
}

int xl__fail_null(xl_error *error, const char *call, const char *what) {
    return xl__fail(error, XL_BAD_VALUE, "%s: %s is NULL", call, what);
}

int xl__done(xl_error *error, int status) {
    if (error && status == XL_SUCCESS) {
        error->status = XL_SUCCESS;
        error->text[0] = '\0';
    }
    return status;
}

/* ---- structs that grow ----------------------------------------------------------------------------- */

int xl__take(void *own, size_t own_size, const void *given, size_t given_size, const char *what,
             xl_error *error) {
    const unsigned char *bytes = given;
    memset(own, 0, own_size);
    memcpy(own, given, given_size < own_size ? given_size : own_size);
    for (size_t i = own_size; i < given_size; i++)
        if (bytes[i] != 0)
            return xl__fail(error, XL_UNSUPPORTED,
                            "%s: byte %zu is set, which crosslane %s does not know; the program was compiled "
                            "for a newer one",
                            what, i, XL_VERSION);
    return XL_SUCCESS;
}

void xl__give(void *out, size_t out_size, const void *own, size_t own_size) {
    memset(out, 0, out_size);
    memcpy(out, own, out_size < own_size ? out_size : own_size);
}

bool xl__compiler_refused(int status, const char *log) {
    return status == CL_INVALID_BUILD_OPTIONS || (status == CL_BUILD_PROGRAM_FAILURE && log[0] != '\0');
}
