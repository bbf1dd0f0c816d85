#include <stdlib.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

void event_drop(cl_event event) {
    if (!object_release(&event->object)) return;
    cl_context context = event->context;
    if (event->queue) queue_drop(event->queue);
    while (event->callbacks) {
        struct callback *c = event->callbacks;
        event->callbacks = c->next;
        free(c);
    }
    free(event);
    context_drop(context);
}

cl_event icd_create_user_event(cl_context context, cl_int *error) {
    cl_event e = IS(context, OBJECT_CONTEXT) ? object_new(sizeof *e, OBJECT_EVENT) : NULL;
    if (error)
        *error = e ? CL_SUCCESS : IS(context, OBJECT_CONTEXT) ? CL_OUT_OF_HOST_MEMORY : CL_INVALID_CONTEXT;
    if (!e) return NULL;
    object_retain(&context->object);
    e->context = context;
    e->type = CL_COMMAND_USER;
    e->status = CL_SUBMITTED;
    return e;
}

cl_int icd_set_user_event_status(cl_event event, cl_int status) {
    if (!IS(event, OBJECT_EVENT) || event->queue) return CL_INVALID_EVENT;
    if (status > CL_COMPLETE) return CL_INVALID_VALUE;
    device_lock();
    bool ended = event->status <= CL_COMPLETE;
    if (!ended) device_changed(event, status);
    device_unlock();
    return ended ? CL_INVALID_OPERATION : CL_SUCCESS;
}

RETAIN_RELEASE(cl_event, event, OBJECT_EVENT, CL_INVALID_EVENT, event_drop)

cl_int icd_wait_for_events(cl_uint count, const cl_event *events) {
    if (!count || !events) return CL_INVALID_VALUE;
    for (cl_uint i = 0; i < count; ++i) {
        if (!IS(events[i], OBJECT_EVENT)) return CL_INVALID_EVENT;
        if (events[i]->context != events[0]->context) return CL_INVALID_CONTEXT;
    }
    cl_int status = CL_SUCCESS;
    device_lock();
    for (cl_uint i = 0; i < count; ++i) {
        while (events[i]->status > CL_COMPLETE) device_wait();
        if (events[i]->status < 0) status = CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
    }
    device_unlock();
    return status;
}

cl_int icd_get_event_info(cl_event event, cl_event_info name, size_t room, void *value, size_t *size) {
    if (!IS(event, OBJECT_EVENT)) return CL_INVALID_EVENT;
    switch (name) {
    case CL_EVENT_COMMAND_QUEUE: return GIVE(cl_command_queue, event->queue);
    case CL_EVENT_CONTEXT: return GIVE(cl_context, event->context);
    case CL_EVENT_COMMAND_TYPE: return GIVE(cl_command_type, event->type);
    case CL_EVENT_COMMAND_EXECUTION_STATUS: {
        device_lock();
        cl_int status = event->status;
        device_unlock();
        return GIVE(cl_int, status);
    }
    case CL_EVENT_REFERENCE_COUNT: return GIVE(cl_uint, event->object.references);
    default: return CL_INVALID_VALUE;
    }
}

cl_int icd_get_profiling_info(cl_event event, cl_profiling_info name, size_t room, void *value,
                              size_t *size) {
    if (!IS(event, OBJECT_EVENT)) return CL_INVALID_EVENT;
    if (!event->queue || !(event->queue->properties & CL_QUEUE_PROFILING_ENABLE) ||
        event->status != CL_COMPLETE)
        return CL_PROFILING_INFO_NOT_AVAILABLE;
    if (name < CL_PROFILING_COMMAND_QUEUED || name > CL_PROFILING_COMMAND_COMPLETE) return CL_INVALID_VALUE;
    cl_uint which = name - CL_PROFILING_COMMAND_QUEUED;
    return GIVE(cl_ulong, event->time[which > 3 ? 3 : which]);
}

cl_int icd_set_callback(cl_event event, cl_int when, void(CL_CALLBACK *call)(cl_event, cl_int, void *),
                        void *data) {
    if (!IS(event, OBJECT_EVENT)) return CL_INVALID_EVENT;
    if (!call || (when != CL_SUBMITTED && when != CL_RUNNING && when != CL_COMPLETE)) return CL_INVALID_VALUE;
    struct callback *c = malloc(sizeof *c);
    if (!c) return CL_OUT_OF_HOST_MEMORY;
    device_lock();
    bool now = event->status <= when;
    cl_int status = event->status < 0 ? event->status : when;
    *c = (struct callback){call, when, data, event->callbacks};
    if (!now) event->callbacks = c;
    device_unlock();
    if (now) {
        free(c);
        call(event, status, data);
    }
    return CL_SUCCESS;
}

cl_int icd_flush(cl_command_queue queue) {
    return IS(queue, OBJECT_QUEUE) ? CL_SUCCESS : CL_INVALID_COMMAND_QUEUE;
}

cl_int icd_finish(cl_command_queue queue) {
    if (!IS(queue, OBJECT_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    device_lock();
    while (device_busy(queue)) device_wait();
    device_unlock();
    return CL_SUCCESS;
}
