#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"
#include "icd/launch_report.h"

static cl_kernel fail(cl_int *error, cl_int status) {
    if (error) *error = status;
    return NULL;
}

static void release(cl_kernel k) {
    for (uint32_t i = 0; k->values && i < k->kernel->parameters; ++i) free(k->values[i]);
    free(k->given);
    free(k->memory);
    free(k->values);
    free(k->set);
    free(k);
}

static cl_kernel make(cl_program p, const struct check_kernel *kernel, cl_int *error) {
    cl_kernel k = object_new(sizeof *k, OBJECT_KERNEL);
    if (!k) return fail(error, CL_OUT_OF_HOST_MEMORY);
    size_t n = kernel->parameters + 1;
    k->program = p;
    k->kernel = kernel;
    k->given = calloc(n, sizeof *k->given);
    k->memory = calloc(n, sizeof(cl_mem));
    k->values = calloc(n, sizeof(char *));
    k->set = calloc(n, sizeof(bool));
    if (!k->given || !k->memory || !k->values || !k->set) {
        release(k);
        return fail(error, CL_OUT_OF_HOST_MEMORY);
    }
    device_lock();
    ++p->object.references;
    ++p->kernels;
    device_unlock();
    if (error) *error = CL_SUCCESS;
    return k;
}

cl_kernel icd_create_kernel(cl_program p, const char *name, cl_int *error) {
    if (!IS(p, OBJECT_PROGRAM)) return fail(error, CL_INVALID_PROGRAM);
    if (p->status != CL_BUILD_SUCCESS) return fail(error, CL_INVALID_PROGRAM_EXECUTABLE);
    if (!name) return fail(error, CL_INVALID_VALUE);
    for (uint32_t i = 0; i < p->built.kernels; ++i)
        if (!strcmp(p->built.kernel[i].name, name)) return make(p, &p->built.kernel[i], error);
    return fail(error, CL_INVALID_KERNEL_NAME);
}

cl_int icd_create_kernels(cl_program p, cl_uint room, cl_kernel *kernels, cl_uint *count) {
    if (!IS(p, OBJECT_PROGRAM)) return CL_INVALID_PROGRAM;
    if (p->status != CL_BUILD_SUCCESS) return CL_INVALID_PROGRAM_EXECUTABLE;
    if (kernels && room < p->built.kernels) return CL_INVALID_VALUE;
    if (count) *count = p->built.kernels;
    cl_int status = CL_SUCCESS;
    for (uint32_t i = 0; kernels && i < p->built.kernels && !status; ++i)
        kernels[i] = make(p, &p->built.kernel[i], &status);
    return status;
}

static void drop(cl_kernel k) {
    cl_program p = k->program;
    if (!object_release(&k->object)) return;
    release(k);
    device_lock();
    --p->kernels;
    device_unlock();
    program_drop(p);
}
RETAIN_RELEASE(cl_kernel, kernel, OBJECT_KERNEL, CL_INVALID_KERNEL, drop)

static cl_int set_memory(cl_kernel k, cl_uint i, size_t bytes, const void *value) {
    cl_mem m = NULL;
    if (bytes != sizeof m) return CL_INVALID_ARG_SIZE;
    if (value) memcpy(&m, value, sizeof m);
    if (m && !IS(m, OBJECT_MEMORY)) return CL_INVALID_MEM_OBJECT;
    k->memory[i] = m;
    k->given[i] = (struct check_given){CHECK_BUFFER, NULL, m ? m->bytes : 0, m ? m->offset : CHECK_NO_BUFFER};
    return CL_SUCCESS;
}

cl_int icd_set_argument(cl_kernel k, cl_uint i, size_t bytes, const void *value) {
    if (!IS(k, OBJECT_KERNEL)) return CL_INVALID_KERNEL;
    if (i >= k->kernel->parameters) return CL_INVALID_ARG_INDEX;
    const struct check_parameter *p = &k->kernel->parameter[i];
    if (p->space == CHECK_LOCAL_SPACE) {
        if (value) return CL_INVALID_ARG_VALUE;
        if (!bytes) return CL_INVALID_ARG_SIZE;
        k->given[i] = (struct check_given){CHECK_LOCAL, NULL, bytes, 0};
    } else if (p->space != CHECK_PRIVATE) {
        cl_int status = set_memory(k, i, bytes, value);
        if (status) return status;
    } else {
        if (!value) return CL_INVALID_ARG_VALUE;
        if ((p->bytes && bytes != p->bytes) || !bytes || bytes > 1024) return CL_INVALID_ARG_SIZE;
        char *copy = malloc(bytes);
        if (!copy) return CL_OUT_OF_HOST_MEMORY;
        memcpy(copy, value, bytes);
        free(k->values[i]);
        k->values[i] = copy;
        k->given[i] = (struct check_given){CHECK_VALUE, copy, bytes, 0};
    }
    k->set[i] = true;
    return CL_SUCCESS;
}

cl_kernel icd_clone_kernel(cl_kernel from, cl_int *error) {
    if (!IS(from, OBJECT_KERNEL)) return fail(error, CL_INVALID_KERNEL);
    cl_kernel k = make(from->program, from->kernel, error);
    for (cl_uint i = 0; k && i < k->kernel->parameters; ++i) {
        k->set[i] = from->set[i];
        k->memory[i] = from->memory[i];
        k->given[i] = from->given[i];
        if (!from->values[i]) continue;
        k->values[i] = malloc(from->given[i].size);
        if (k->values[i]) memcpy(k->values[i], from->values[i], from->given[i].size);
        k->given[i].value = k->values[i];
        k->set[i] = k->values[i] != NULL;
    }
    return k;
}

cl_int icd_get_kernel_info(cl_kernel k, cl_kernel_info name, size_t room, void *value, size_t *size) {
    if (!IS(k, OBJECT_KERNEL)) return CL_INVALID_KERNEL;
    switch (name) {
    case CL_KERNEL_FUNCTION_NAME: return GIVE_TEXT(k->kernel->name);
    case CL_KERNEL_NUM_ARGS: return GIVE(cl_uint, k->kernel->parameters);
    case CL_KERNEL_REFERENCE_COUNT: return GIVE(cl_uint, k->object.references);
    case CL_KERNEL_CONTEXT: return GIVE(cl_context, k->program->context);
    case CL_KERNEL_PROGRAM: return GIVE(cl_program, k->program);
    case CL_KERNEL_ATTRIBUTES: {
        char text[96] = "";
        const struct check_kernel *c = k->kernel;
        if (c->required[0])
            snprintf(text, sizeof text, "reqd_work_group_size(%u,%u,%u)", c->required[0], c->required[1],
                     c->required[2]);
        if (c->width)
            snprintf(text + strlen(text), sizeof text - strlen(text), "%sintel_reqd_sub_group_size(%u)",
                     text[0] ? " " : "", c->width);
        return GIVE_TEXT(text);
    }
    default: return CL_INVALID_VALUE;
    }
}

cl_int icd_get_argument_info(cl_kernel k, cl_uint i, cl_kernel_arg_info name, size_t room, void *value,
                             size_t *size) {
    static const cl_kernel_arg_address_qualifier spaces[] = {
        CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_ADDRESS_CONSTANT,
        CL_KERNEL_ARG_ADDRESS_LOCAL};
    if (!IS(k, OBJECT_KERNEL)) return CL_INVALID_KERNEL;
    if (i >= k->kernel->parameters) return CL_INVALID_ARG_INDEX;
    const struct check_parameter *p = &k->kernel->parameter[i];
    switch (name) {
    case CL_KERNEL_ARG_ADDRESS_QUALIFIER: return GIVE(cl_kernel_arg_address_qualifier, spaces[p->space]);
    case CL_KERNEL_ARG_ACCESS_QUALIFIER:
        return GIVE(cl_kernel_arg_access_qualifier, CL_KERNEL_ARG_ACCESS_NONE);
    case CL_KERNEL_ARG_TYPE_NAME: return GIVE_TEXT(p->type);
    case CL_KERNEL_ARG_NAME: return GIVE_TEXT(p->name);
    case CL_KERNEL_ARG_TYPE_QUALIFIER: {
        cl_kernel_arg_type_qualifier q =
            (p->space != CHECK_PRIVATE && p->is_const ? CL_KERNEL_ARG_TYPE_CONST : 0u) |
            (p->is_restrict ? CL_KERNEL_ARG_TYPE_RESTRICT : 0u) |
            (p->is_volatile ? CL_KERNEL_ARG_TYPE_VOLATILE : 0u);
        return GIVE(cl_kernel_arg_type_qualifier, q);
    }
    default: return CL_INVALID_VALUE;
    }
}

static uint32_t width_of(cl_kernel k) {
    if (k->kernel->width) return k->kernel->width;
    uint64_t width = report_setting("CROSSLANE_CHECK_WIDTH", 32);
    return width >= 1 && width <= CHECK_MAX_WIDTH ? (uint32_t)width : 32;
}

uint32_t icd_kernel_width(cl_kernel k) {
    return width_of(k);
}

cl_int icd_get_work_group_info(cl_kernel k, cl_device_id device, cl_kernel_work_group_info name, size_t room,
                               void *value, size_t *size) {
    if (!IS(k, OBJECT_KERNEL)) return CL_INVALID_KERNEL;
    if (device && device != &icd_device) return CL_INVALID_DEVICE;
    size_t required[3] = {k->kernel->required[0], k->kernel->required[1], k->kernel->required[2]};
    uint64_t local = 0;
    for (uint32_t i = 0; i < k->kernel->parameters; ++i)
        if (k->given[i].kind == CHECK_LOCAL) local += k->given[i].size;
    switch (name) {
    case CL_KERNEL_WORK_GROUP_SIZE: return GIVE(size_t, CHECK_MAX_LOCAL_SIZE);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE: return give(required, sizeof required, room, value, size);
    case CL_KERNEL_LOCAL_MEM_SIZE: return GIVE(cl_ulong, local);
    case CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return GIVE(size_t, width_of(k));
    case CL_KERNEL_PRIVATE_MEM_SIZE: return GIVE(cl_ulong, 0);
    default: return CL_INVALID_VALUE;
    }
}

static size_t items_of(size_t bytes, const void *input) {
    size_t items = 1, n;
    for (size_t d = 0; d < bytes / sizeof n && d < 3; ++d) {
        memcpy(&n, (const char *)input + d * sizeof n, sizeof n);
        items *= n;
    }
    return items;
}

cl_int icd_get_sub_group_info(cl_kernel k, cl_device_id device, cl_kernel_sub_group_info name, size_t bytes,
                              const void *input, size_t room, void *value, size_t *size) {
    if (!IS(k, OBJECT_KERNEL)) return CL_INVALID_KERNEL;
    if (device && device != &icd_device) return CL_INVALID_DEVICE;
    size_t width = width_of(k), items = input && bytes ? items_of(bytes, input) : 0, n = 0, shape[3];
    switch (name) {
    case CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE:
        return items ? GIVE(size_t, items < width ? items : width) : CL_INVALID_VALUE;
    case CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE:
        return items ? GIVE(size_t, (items + width - 1) / width) : CL_INVALID_VALUE;
    case CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT:
        if (!input || bytes != sizeof n || room > sizeof shape) return CL_INVALID_VALUE;
        memcpy(&n, input, sizeof n);
        shape[0] = n * width <= CHECK_MAX_LOCAL_SIZE ? n * width : 0;
        shape[1] = shape[2] = shape[0] ? 1 : 0;
        return give(shape, room ? room : sizeof shape, room, value, size);
    case CL_KERNEL_MAX_NUM_SUB_GROUPS: return GIVE(size_t, CHECK_MAX_LOCAL_SIZE / width);
    case CL_KERNEL_COMPILE_NUM_SUB_GROUPS: return GIVE(size_t, 0);
    case CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL: return GIVE(size_t, k->kernel->width);
    default: return CL_INVALID_VALUE;
    }
}
