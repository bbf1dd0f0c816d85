/* A binary holds source and options, and is compiled again. */
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

static const char magic[] = "crosslane check binary 1\n";

static cl_program fail(cl_int *error, cl_int status) {
    if (error) *error = status;
    return NULL;
}

static cl_program make(cl_context context, char *source, cl_int *error) {
    cl_program p = source ? object_new(sizeof *p, OBJECT_PROGRAM) : NULL;
    if (!p) {
        free(source);
        return fail(error, CL_OUT_OF_HOST_MEMORY);
    }
    object_retain(&context->object);
    p->context = context;
    p->source = source;
    p->status = CL_BUILD_NONE;
    if (error) *error = CL_SUCCESS;
    return p;
}

cl_program icd_create_program(cl_context context, cl_uint count, const char **strings, const size_t *lengths,
                              cl_int *error) {
    if (!IS(context, OBJECT_CONTEXT)) return fail(error, CL_INVALID_CONTEXT);
    if (!count || !strings) return fail(error, CL_INVALID_VALUE);
    size_t bytes = 1;
    for (cl_uint i = 0; i < count; ++i) {
        if (!strings[i]) return fail(error, CL_INVALID_VALUE);
        bytes += lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
    }
    char *source = malloc(bytes), *at = source;
    for (cl_uint i = 0; source && i < count; ++i) {
        size_t n = lengths && lengths[i] ? lengths[i] : strlen(strings[i]);
        memcpy(at, strings[i], n);
        at += n;
    }
    if (source) *at = '\0';
    return make(context, source, error);
}

cl_program icd_create_program_with_binary(cl_context context, cl_uint devices, const cl_device_id *device,
                                          const size_t *lengths, const unsigned char **binaries,
                                          cl_int *statuses, cl_int *error) {
    if (!IS(context, OBJECT_CONTEXT)) return fail(error, CL_INVALID_CONTEXT);
    if (devices != 1 || !device || !lengths || !binaries || !binaries[0] || !lengths[0])
        return fail(error, CL_INVALID_VALUE);
    if (device[0] != &icd_device) return fail(error, CL_INVALID_DEVICE);
    const char *binary = (const char *)binaries[0], *end = binary + lengths[0];
    const char *options = binary + sizeof magic - 1;
    bool ours = lengths[0] > sizeof magic && !memcmp(binary, magic, sizeof magic - 1);
    const char *source = ours ? memchr(options, '\0', (size_t)(end - options)) : NULL;
    if (statuses) statuses[0] = source ? CL_SUCCESS : CL_INVALID_BINARY;
    if (!source) return fail(error, CL_INVALID_BINARY);
    ++source;
    char *copy = malloc((size_t)(end - source) + 1);
    if (copy) {
        memcpy(copy, source, (size_t)(end - source));
        copy[end - source] = '\0';
    }
    cl_program p = make(context, copy, error);
    if (p) p->options = strdup(options);
    if (p) p->from_binary = true;
    return p;
}

void program_drop(cl_program p) {
    if (!object_release(&p->object)) return;
    cl_context context = p->context;
    check_program_free(&p->built);
    free(p->source);
    free(p->options);
    free(p);
    context_drop(context);
}

RETAIN_RELEASE(cl_program, program, OBJECT_PROGRAM, CL_INVALID_PROGRAM, program_drop)

static cl_int status_of(enum check_built built) {
    switch (built) {
    case CHECK_BUILT: return CL_SUCCESS;
    case CHECK_BAD_OPTIONS: return CL_INVALID_BUILD_OPTIONS;
    case CHECK_NO_COMPILER: return CL_COMPILER_NOT_AVAILABLE;
    case CHECK_NO_MEMORY: return CL_OUT_OF_HOST_MEMORY;
    default: return CL_BUILD_PROGRAM_FAILURE;
    }
}

cl_int icd_build_program(cl_program p, cl_uint devices, const cl_device_id *device, const char *options,
                         void(CL_CALLBACK *notify)(cl_program, void *), void *data) {
    if (!IS(p, OBJECT_PROGRAM)) return CL_INVALID_PROGRAM;
    if ((devices != 0) != (device != NULL) || (!notify && data)) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < devices; ++i)
        if (device[i] != &icd_device) return CL_INVALID_DEVICE;
    device_lock();
    bool busy = p->kernels > 0 || p->status == CL_BUILD_IN_PROGRESS;
    if (!busy) p->status = CL_BUILD_IN_PROGRESS;
    device_unlock();
    if (busy) return CL_INVALID_OPERATION;
    char *used = strdup(p->from_binary && p->options ? p->options : options ? options : "");
    check_program_free(&p->built);
    enum check_built built =
        used ? check_program_build(p->source, used, "kernel.cl", &p->built) : CHECK_NO_MEMORY;
    device_lock();
    free(p->options);
    p->options = used;
    p->status = built == CHECK_BUILT ? CL_BUILD_SUCCESS : CL_BUILD_ERROR;
    device_unlock();
    if (notify) notify(p, data);
    return status_of(built);
}

static cl_int binary(cl_program p, bool length, size_t room, void *value, size_t *size) {
    size_t options = strlen(p->options ? p->options : "") + 1, source = strlen(p->source);
    size_t bytes = p->status == CL_BUILD_SUCCESS ? sizeof magic - 1 + options + source : 0;
    if (length) return GIVE(size_t, bytes);
    unsigned char *to = NULL;
    if (value && room < sizeof to) return CL_INVALID_VALUE;
    if (value) memcpy(&to, value, sizeof to);
    if (size) *size = sizeof to;
    if (!to || !bytes) return CL_SUCCESS;
    memcpy(to, magic, sizeof magic - 1);
    memcpy(to + sizeof magic - 1, p->options ? p->options : "", options);
    memcpy(to + sizeof magic - 1 + options, p->source, source);
    return CL_SUCCESS;
}

static cl_int kernel_names(cl_program p, size_t room, void *value, size_t *size) {
    size_t bytes = 1;
    for (uint32_t i = 0; i < p->built.kernels; ++i) bytes += strlen(p->built.kernel[i].name) + 1;
    char *names = calloc(bytes, 1);
    if (!names) return CL_OUT_OF_HOST_MEMORY;
    size_t used = 0;
    for (uint32_t i = 0; i < p->built.kernels; ++i)
        used += (size_t)snprintf(names + used, bytes - used, "%s%s", i ? ";" : "", p->built.kernel[i].name);
    cl_int status = give(names, used + 1, room, value, size);
    free(names);
    return status;
}

cl_int icd_get_program_info(cl_program p, cl_program_info name, size_t room, void *value, size_t *size) {
    if (!IS(p, OBJECT_PROGRAM)) return CL_INVALID_PROGRAM;
    bool built = p->status == CL_BUILD_SUCCESS;
    switch (name) {
    case CL_PROGRAM_REFERENCE_COUNT: return GIVE(cl_uint, p->object.references);
    case CL_PROGRAM_CONTEXT: return GIVE(cl_context, p->context);
    case CL_PROGRAM_NUM_DEVICES: return GIVE(cl_uint, 1);
    case CL_PROGRAM_DEVICES: return GIVE(cl_device_id, &icd_device);
    case CL_PROGRAM_SOURCE: return GIVE_TEXT(p->source);
    case CL_PROGRAM_IL: return give(NULL, 0, room, value, size);
    case CL_PROGRAM_BINARY_SIZES: return binary(p, true, room, value, size);
    case CL_PROGRAM_BINARIES: return binary(p, false, room, value, size);
    case CL_PROGRAM_NUM_KERNELS:
        return built ? GIVE(size_t, p->built.kernels) : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_KERNEL_NAMES:
        return built ? kernel_names(p, room, value, size) : CL_INVALID_PROGRAM_EXECUTABLE;
    case CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT:
    case CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT: return GIVE(cl_bool, CL_FALSE);
    default: return CL_INVALID_VALUE;
    }
}

cl_int icd_get_build_info(cl_program p, cl_device_id device, cl_program_build_info name, size_t room,
                          void *value, size_t *size) {
    if (!IS(p, OBJECT_PROGRAM)) return CL_INVALID_PROGRAM;
    if (device != &icd_device) return CL_INVALID_DEVICE;
    switch (name) {
    case CL_PROGRAM_BUILD_STATUS: return GIVE(cl_build_status, p->status);
    case CL_PROGRAM_BUILD_OPTIONS: return GIVE_TEXT(p->options ? p->options : "");
    case CL_PROGRAM_BUILD_LOG: return GIVE_TEXT(p->built.log ? p->built.log : "");
    case CL_PROGRAM_BINARY_TYPE:
        return GIVE(cl_program_binary_type, p->status == CL_BUILD_SUCCESS ? CL_PROGRAM_BINARY_TYPE_EXECUTABLE
                                                                          : CL_PROGRAM_BINARY_TYPE_NONE);
    case CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE: return GIVE(size_t, 0);
    default: return CL_INVALID_VALUE;
    }
}
