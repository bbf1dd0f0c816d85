#include <stdlib.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

void *object_new(size_t bytes, enum object_kind kind) {
    struct object *o = calloc(1, bytes);
    if (o) *o = (struct object){&icd_dispatch, kind, 1};
    return o;
}

void object_retain(struct object *o) {
    device_lock();
    ++o->references;
    device_unlock();
}

bool object_release(struct object *o) {
    device_lock();
    bool last = --o->references == 0;
    device_unlock();
    return last;
}

cl_int give(const void *answer, size_t bytes, size_t room, void *value, size_t *size) {
    if (value && room < bytes) return CL_INVALID_VALUE;
    if (value && bytes) memcpy(value, answer, bytes);
    if (size) *size = bytes;
    return CL_SUCCESS;
}

static void say(cl_int *error, cl_int status) {
    if (error) *error = status;
}

void context_drop(cl_context context) {
    if (object_release(&context->object)) free(context);
}

void queue_drop(cl_command_queue queue) {
    cl_context context = queue->context;
    if (!object_release(&queue->object)) return;
    free(queue);
    context_drop(context);
}

cl_context icd_create_context(const cl_context_properties *properties, cl_uint devices,
                              const cl_device_id *device,
                              void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                              void *data, cl_int *error) {
    size_t n = 0;
    cl_int status = CL_SUCCESS;
    while (properties && properties[n] && n < 14) {
        if (properties[n] != CL_CONTEXT_PLATFORM && properties[n] != CL_CONTEXT_INTEROP_USER_SYNC)
            status = CL_INVALID_PROPERTY;
        else if (properties[n] == CL_CONTEXT_PLATFORM &&
                 properties[n + 1] != (cl_context_properties)&icd_platform)
            status = CL_INVALID_PLATFORM;
        n += 2;
    }
    if (!devices || !device || (!notify && data)) status = CL_INVALID_VALUE;
    for (cl_uint i = 0; !status && i < devices; ++i)
        if (device[i] != &icd_device) status = CL_INVALID_DEVICE;
    cl_context c = status ? NULL : object_new(sizeof *c, OBJECT_CONTEXT);
    say(error, status ? status : c ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
    if (!c) return NULL;
    c->property_count = properties ? n + 1 : 0;
    if (properties) memcpy(c->properties, properties, c->property_count * sizeof *properties);
    return c;
}

cl_context icd_create_context_from_type(const cl_context_properties *properties, cl_device_type type,
                                        void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *),
                                        void *data, cl_int *error) {
    cl_device_id device;
    cl_int status = icd_get_device_ids(&icd_platform, type, 1, &device, NULL);
    say(error, status);
    return status ? NULL : icd_create_context(properties, 1, &device, notify, data, error);
}

RETAIN_RELEASE(cl_context, context, OBJECT_CONTEXT, CL_INVALID_CONTEXT, context_drop)

cl_int icd_get_context_info(cl_context context, cl_context_info name, size_t room, void *value,
                            size_t *size) {
    if (!IS(context, OBJECT_CONTEXT)) return CL_INVALID_CONTEXT;
    switch (name) {
    case CL_CONTEXT_REFERENCE_COUNT: return GIVE(cl_uint, context->object.references);
    case CL_CONTEXT_NUM_DEVICES: return GIVE(cl_uint, 1);
    case CL_CONTEXT_DEVICES: return GIVE(cl_device_id, &icd_device);
    case CL_CONTEXT_PROPERTIES:
        return give(context->properties, context->property_count * sizeof *context->properties, room, value,
                    size);
    default: return CL_INVALID_VALUE;
    }
}

cl_command_queue icd_create_queue_with_properties(cl_context context, cl_device_id device,
                                                  const cl_queue_properties *properties, cl_int *error) {
    cl_command_queue_properties bits = 0;
    cl_int status = CL_SUCCESS;
    size_t n = 0;
    for (; properties && properties[n] && n < 6; n += 2) {
        if (properties[n] == CL_QUEUE_PROPERTIES)
            bits = properties[n + 1];
        else
            status = properties[n] == CL_QUEUE_SIZE ? CL_INVALID_QUEUE_PROPERTIES : CL_INVALID_VALUE;
    }
    const cl_command_queue_properties known =
        CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
    if (bits & ~known)
        status = bits & ~(known | CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT)
                     ? CL_INVALID_VALUE
                     : CL_INVALID_QUEUE_PROPERTIES;
    if (device != &icd_device) status = CL_INVALID_DEVICE;
    if (!IS(context, OBJECT_CONTEXT)) status = CL_INVALID_CONTEXT;
    cl_command_queue q = status ? NULL : object_new(sizeof *q, OBJECT_QUEUE);
    say(error, status ? status : q ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY);
    if (!q) return NULL;
    object_retain(&context->object);
    q->context = context;
    q->properties = bits;
    q->given_count = properties ? n + 1 : 0;
    if (properties) memcpy(q->given, properties, q->given_count * sizeof *properties);
    return q;
}

cl_command_queue icd_create_queue(cl_context context, cl_device_id device, cl_command_queue_properties bits,
                                  cl_int *error) {
    cl_queue_properties list[3] = {CL_QUEUE_PROPERTIES, bits, 0};
    cl_command_queue q = icd_create_queue_with_properties(context, device, list, error);
    if (q) q->given_count = 0;
    return q;
}

RETAIN_RELEASE(cl_command_queue, queue, OBJECT_QUEUE, CL_INVALID_COMMAND_QUEUE, queue_drop)

cl_int icd_get_queue_info(cl_command_queue queue, cl_command_queue_info name, size_t room, void *value,
                          size_t *size) {
    if (!IS(queue, OBJECT_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    switch (name) {
    case CL_QUEUE_CONTEXT: return GIVE(cl_context, queue->context);
    case CL_QUEUE_DEVICE: return GIVE(cl_device_id, &icd_device);
    case CL_QUEUE_REFERENCE_COUNT: return GIVE(cl_uint, queue->object.references);
    case CL_QUEUE_PROPERTIES: return GIVE(cl_command_queue_properties, queue->properties);
    case CL_QUEUE_PROPERTIES_ARRAY:
        return give(queue->given, queue->given_count * sizeof *queue->given, room, value, size);
    case CL_QUEUE_DEVICE_DEFAULT: return GIVE(cl_command_queue, NULL);
    case CL_QUEUE_SIZE: return CL_INVALID_COMMAND_QUEUE;
    default: return CL_INVALID_VALUE;
    }
}
