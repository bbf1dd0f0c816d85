#include <stdlib.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

enum { BASE_ALIGNMENT = 128 };

static cl_mem fail(cl_int *error, cl_int status) {
    if (error) *error = status;
    return NULL;
}

static bool bad_flags(cl_mem_flags flags) {
    const cl_mem_flags known = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY |
                               CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR |
                               CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    cl_mem_flags kernel = flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY);
    cl_mem_flags host = flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    return (flags & ~known) || (kernel & (kernel - 1)) || (host & (host - 1)) ||
           ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)));
}

cl_mem icd_create_buffer(cl_context context, cl_mem_flags flags, size_t bytes, void *host, cl_int *error) {
    if (!IS(context, OBJECT_CONTEXT)) return fail(error, CL_INVALID_CONTEXT);
    if (bad_flags(flags)) return fail(error, CL_INVALID_VALUE);
    if (bytes == 0 || bytes > (size_t)512 << 20) return fail(error, CL_INVALID_BUFFER_SIZE);
    bool from_host = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    if ((host != NULL) != from_host) return fail(error, CL_INVALID_HOST_PTR);
    cl_mem m = object_new(sizeof *m, OBJECT_MEMORY);
    device_lock();
    struct check_arena *arena = device_arena();
    m = m && arena ? m : NULL;
    uint64_t offset = m ? check_arena_take(arena, bytes) : CHECK_NO_BUFFER;
    device_unlock();
    if (offset == CHECK_NO_BUFFER) {
        free(m);
        return fail(error, m ? CL_MEM_OBJECT_ALLOCATION_FAILURE : CL_OUT_OF_HOST_MEMORY);
    }
    object_retain(&context->object);
    m->context = context;
    m->flags = flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY) ? flags
                                                                                  : flags | CL_MEM_READ_WRITE;
    m->bytes = bytes;
    m->offset = offset;
    m->host = flags & CL_MEM_USE_HOST_PTR ? host : NULL;
    if (from_host) {
        memcpy(arena->memory + offset, host, bytes);
        check_arena_written(arena, offset, bytes);
    }
    if (error) *error = CL_SUCCESS;
    return m;
}

cl_mem icd_create_buffer_with_properties(cl_context context, const cl_mem_properties *properties,
                                         cl_mem_flags flags, size_t bytes, void *host, cl_int *error) {
    if (properties && properties[0]) return fail(error, CL_INVALID_PROPERTY);
    return icd_create_buffer(context, flags, bytes, host, error);
}

cl_mem icd_create_sub_buffer(cl_mem parent, cl_mem_flags flags, cl_buffer_create_type type, const void *info,
                             cl_int *error) {
    if (!IS(parent, OBJECT_MEMORY) || parent->parent) return fail(error, CL_INVALID_MEM_OBJECT);
    const cl_mem_flags access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    if (bad_flags(flags) || type != CL_BUFFER_CREATE_TYPE_REGION || !info ||
        (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
        return fail(error, CL_INVALID_VALUE);
    if (((parent->flags & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY))) ||
        ((parent->flags & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY))))
        return fail(error, CL_INVALID_VALUE);
    cl_buffer_region r;
    memcpy(&r, info, sizeof r);
    if (r.size == 0) return fail(error, CL_INVALID_BUFFER_SIZE);
    if (r.origin + r.size > parent->bytes || r.origin + r.size < r.origin)
        return fail(error, CL_INVALID_VALUE);
    if (r.origin % BASE_ALIGNMENT) return fail(error, CL_MISALIGNED_SUB_BUFFER_OFFSET);
    cl_mem m = object_new(sizeof *m, OBJECT_MEMORY);
    if (!m) return fail(error, CL_OUT_OF_HOST_MEMORY);
    object_retain(&parent->object);
    object_retain(&parent->context->object);
    m->context = parent->context;
    m->parent = parent;
    m->flags = (flags & access ? flags : flags | (parent->flags & access)) |
               (parent->flags & (CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR));
    m->bytes = r.size;
    m->origin = r.origin;
    m->offset = parent->offset + r.origin;
    m->host = parent->host ? (char *)parent->host + r.origin : NULL;
    if (error) *error = CL_SUCCESS;
    return m;
}

void memory_drop(cl_mem m) {
    if (!object_release(&m->object)) return;
    while (m->destructors) {
        struct destructor *d = m->destructors;
        m->destructors = d->next;
        d->call(m, d->data);
        free(d);
    }
    if (!m->parent) {
        device_lock();
        check_arena_give(device_arena(), m->offset);
        device_unlock();
    } else
        memory_drop(m->parent);
    context_drop(m->context);
    free(m);
}

RETAIN_RELEASE(cl_mem, memory, OBJECT_MEMORY, CL_INVALID_MEM_OBJECT, memory_drop)

cl_int icd_set_destructor(cl_mem m, void(CL_CALLBACK *call)(cl_mem, void *), void *data) {
    if (!IS(m, OBJECT_MEMORY)) return CL_INVALID_MEM_OBJECT;
    if (!call) return CL_INVALID_VALUE;
    struct destructor *d = malloc(sizeof *d);
    if (!d) return CL_OUT_OF_HOST_MEMORY;
    device_lock();
    *d = (struct destructor){call, data, m->destructors};
    m->destructors = d;
    device_unlock();
    return CL_SUCCESS;
}

cl_int icd_get_memory_info(cl_mem m, cl_mem_info name, size_t room, void *value, size_t *size) {
    if (!IS(m, OBJECT_MEMORY)) return CL_INVALID_MEM_OBJECT;
    switch (name) {
    case CL_MEM_TYPE: return GIVE(cl_mem_object_type, CL_MEM_OBJECT_BUFFER);
    case CL_MEM_FLAGS: return GIVE(cl_mem_flags, m->flags);
    case CL_MEM_SIZE: return GIVE(size_t, m->bytes);
    case CL_MEM_HOST_PTR: return GIVE(void *, m->host);
    case CL_MEM_MAP_COUNT: return GIVE(cl_uint, m->maps);
    case CL_MEM_REFERENCE_COUNT: return GIVE(cl_uint, m->object.references);
    case CL_MEM_CONTEXT: return GIVE(cl_context, m->context);
    case CL_MEM_ASSOCIATED_MEMOBJECT: return GIVE(cl_mem, m->parent);
    case CL_MEM_OFFSET: return GIVE(size_t, m->origin);
    case CL_MEM_USES_SVM_POINTER: return GIVE(cl_bool, CL_FALSE);
    case CL_MEM_PROPERTIES: return give(NULL, 0, room, value, size);
    default: return CL_INVALID_VALUE;
    }
}
