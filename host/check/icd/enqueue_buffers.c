/* Each checks its arguments, then makes a command for the device's thread. */
#include <stdlib.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

struct command *buffer_command(cl_command_queue queue, cl_mem a, cl_mem b, cl_int (*run)(struct command *),
                               cl_int *error) {
    *error = CL_SUCCESS;
    if (!IS(queue, OBJECT_QUEUE))
        *error = CL_INVALID_COMMAND_QUEUE;
    else if (!IS(a, OBJECT_MEMORY) || !IS(b, OBJECT_MEMORY))
        *error = CL_INVALID_MEM_OBJECT;
    else if (a->context != queue->context || b->context != queue->context)
        *error = CL_INVALID_CONTEXT;
    struct command *c = *error ? NULL : calloc(1, sizeof *c);
    if (!c) {
        if (!*error) *error = CL_OUT_OF_HOST_MEMORY;
        return NULL;
    }
    object_retain(&a->object);
    object_retain(&b->object);
    c->queue = queue;
    c->memory[0] = a;
    c->memory[1] = b;
    c->run = run;
    return c;
}

static bool outside(cl_mem m, size_t offset, size_t bytes) {
    return bytes == 0 || offset > m->bytes || bytes > m->bytes - offset;
}

static cl_int refused(cl_mem m, cl_mem_flags flags) {
    return IS(m, OBJECT_MEMORY) && (m->flags & flags) ? CL_INVALID_OPERATION : CL_SUCCESS;
}

static cl_int run_read(struct command *c) {
    memcpy(c->host, device_arena()->memory + c->from, c->bytes);
    return CL_SUCCESS;
}
static cl_int run_write(struct command *c) {
    memcpy(device_arena()->memory + c->to, c->host, c->bytes);
    check_arena_written(device_arena(), c->to, c->bytes);
    return CL_SUCCESS;
}
static cl_int run_copy(struct command *c) {
    struct check_arena *a = device_arena();
    memmove(a->memory + c->to, a->memory + c->from, c->bytes);
    memmove(a->defined + c->to, a->defined + c->from, c->bytes);
    return CL_SUCCESS;
}
static cl_int run_fill(struct command *c) {
    for (uint64_t i = 0; i < c->bytes; i += c->pattern_bytes)
        memcpy(device_arena()->memory + c->to + i, c->pattern, c->pattern_bytes);
    check_arena_written(device_arena(), c->to, c->bytes);
    return CL_SUCCESS;
}

cl_int icd_enqueue_read(cl_command_queue queue, cl_mem m, cl_bool blocking, size_t offset, size_t bytes,
                        void *to, cl_uint waits, const cl_event *wait, cl_event *event) {
    cl_int error = refused(m, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (error) return error;
    if (IS(m, OBJECT_MEMORY) && (!to || outside(m, offset, bytes))) return CL_INVALID_VALUE;
    struct command *c = buffer_command(queue, m, m, run_read, &error);
    if (!c) return error;
    c->from = m->offset + offset;
    c->bytes = bytes;
    c->host = to;
    return device_enqueue(c, CL_COMMAND_READ_BUFFER, waits, wait, event, blocking);
}

cl_int icd_enqueue_write(cl_command_queue queue, cl_mem m, cl_bool blocking, size_t offset, size_t bytes,
                         const void *from, cl_uint waits, const cl_event *wait, cl_event *event) {
    cl_int error = refused(m, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (error) return error;
    if (IS(m, OBJECT_MEMORY) && (!from || outside(m, offset, bytes))) return CL_INVALID_VALUE;
    struct command *c = buffer_command(queue, m, m, run_write, &error);
    if (!c) return error;
    c->to = m->offset + offset;
    c->bytes = bytes;
    c->host = (void *)(uintptr_t)from;
    return device_enqueue(c, CL_COMMAND_WRITE_BUFFER, waits, wait, event, blocking);
}

cl_int icd_enqueue_copy(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                        size_t bytes, cl_uint waits, const cl_event *wait, cl_event *event) {
    cl_int error;
    struct command *c = buffer_command(queue, from, to, run_copy, &error);
    if (!c) return error;
    c->from = from->offset + from_offset;
    c->to = to->offset + to_offset;
    c->bytes = bytes;
    bool overlap = c->from < c->to + bytes && c->to < c->from + bytes;
    if (!outside(from, from_offset, bytes) && !outside(to, to_offset, bytes) && !overlap)
        return device_enqueue(c, CL_COMMAND_COPY_BUFFER, waits, wait, event, CL_FALSE);
    error = outside(from, from_offset, bytes) || outside(to, to_offset, bytes) ? CL_INVALID_VALUE
                                                                               : CL_MEM_COPY_OVERLAP;
    memory_drop(from);
    memory_drop(to);
    free(c);
    return error;
}

cl_int icd_enqueue_fill(cl_command_queue queue, cl_mem m, const void *pattern, size_t pattern_bytes,
                        size_t offset, size_t bytes, cl_uint waits, const cl_event *wait, cl_event *event) {
    if (IS(m, OBJECT_MEMORY) &&
        (!pattern || !pattern_bytes || pattern_bytes > 128 || (pattern_bytes & (pattern_bytes - 1)) ||
         offset % pattern_bytes || bytes % pattern_bytes || outside(m, offset, bytes)))
        return CL_INVALID_VALUE;
    cl_int error;
    struct command *c = buffer_command(queue, m, m, run_fill, &error);
    if (!c) return error;
    memcpy(c->pattern, pattern, pattern_bytes);
    c->pattern_bytes = pattern_bytes;
    c->to = m->offset + offset;
    c->bytes = bytes;
    return device_enqueue(c, CL_COMMAND_FILL_BUFFER, waits, wait, event, CL_FALSE);
}

/* A map copies nothing, except for CL_MEM_USE_HOST_PTR. */
static cl_int run_map(struct command *c) {
    if (c->host) memcpy(c->host, device_arena()->memory + c->from, c->bytes);
    return CL_SUCCESS;
}
static cl_int run_unmap(struct command *c) {
    if (c->host) memcpy(device_arena()->memory + c->to, c->host, c->bytes);
    check_arena_written(device_arena(), c->to, c->bytes);
    return CL_SUCCESS;
}

void *icd_enqueue_map(cl_command_queue queue, cl_mem m, cl_bool blocking, cl_map_flags flags, size_t offset,
                      size_t bytes, cl_uint waits, const cl_event *wait, cl_event *event, cl_int *status) {
    cl_int error = CL_SUCCESS;
    if (flags & CL_MAP_READ) error = refused(m, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION))
        error = refused(m, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS);
    if (!error && IS(m, OBJECT_MEMORY) && outside(m, offset, bytes)) error = CL_INVALID_VALUE;
    struct command *c = error ? NULL : buffer_command(queue, m, m, run_map, &error);
    if (c) {
        c->from = m->offset + offset;
        c->bytes = bytes;
        c->host = m->host ? (char *)m->host + offset : NULL;
        error = device_enqueue(c, CL_COMMAND_MAP_BUFFER, waits, wait, event, blocking);
    }
    if (status) *status = error;
    if (error) return NULL;
    device_lock();
    ++m->maps;
    device_unlock();
    return m->host ? (char *)m->host + offset : device_arena()->memory + m->offset + offset;
}

cl_int icd_enqueue_unmap(cl_command_queue queue, cl_mem m, void *at, cl_uint waits, const cl_event *wait,
                         cl_event *event) {
    cl_int error;
    if (IS(m, OBJECT_MEMORY) && (!at || !m->maps)) return CL_INVALID_VALUE;
    struct command *c = buffer_command(queue, m, m, run_unmap, &error);
    if (!c) return error;
    c->to = m->offset;
    c->bytes = m->bytes;
    c->host = m->host;
    device_lock();
    --m->maps;
    device_unlock();
    return device_enqueue(c, CL_COMMAND_UNMAP_MEM_OBJECT, waits, wait, event, CL_FALSE);
}

static cl_int run_nothing(struct command *c) {
    (void)c;
    return CL_SUCCESS;
}

cl_int icd_enqueue_migrate(cl_command_queue queue, cl_uint count, const cl_mem *memory,
                           cl_mem_migration_flags flags, cl_uint waits, const cl_event *wait,
                           cl_event *event) {
    if (!count || !memory ||
        (flags &
         ~(cl_mem_migration_flags)(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)))
        return CL_INVALID_VALUE;
    cl_int error;
    struct command *c = buffer_command(queue, memory[0], memory[0], run_nothing, &error);
    return c ? device_enqueue(c, CL_COMMAND_MIGRATE_MEM_OBJECTS, waits, wait, event, CL_FALSE) : error;
}

static cl_int order(cl_command_queue queue, cl_command_type type, bool holds, cl_uint waits,
                    const cl_event *wait, cl_event *event) {
    if (!IS(queue, OBJECT_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    struct command *c = calloc(1, sizeof *c);
    if (!c) return CL_OUT_OF_HOST_MEMORY;
    c->queue = queue;
    c->run = run_nothing;
    c->barrier = waits == 0;
    c->holds = holds;
    return device_enqueue(c, type, waits, wait, event, CL_FALSE);
}

cl_int icd_enqueue_marker_with(cl_command_queue queue, cl_uint waits, const cl_event *wait, cl_event *event) {
    return order(queue, CL_COMMAND_MARKER, false, waits, wait, event);
}
cl_int icd_enqueue_barrier_with(cl_command_queue queue, cl_uint waits, const cl_event *wait,
                                cl_event *event) {
    return order(queue, CL_COMMAND_BARRIER, true, waits, wait, event);
}
cl_int icd_enqueue_marker(cl_command_queue queue, cl_event *event) {
    return event ? order(queue, CL_COMMAND_MARKER, false, 0, NULL, event) : CL_INVALID_VALUE;
}
cl_int icd_enqueue_barrier(cl_command_queue queue) {
    return order(queue, CL_COMMAND_BARRIER, true, 0, NULL, NULL);
}
cl_int icd_enqueue_wait(cl_command_queue queue, cl_uint waits, const cl_event *wait) {
    return waits && wait ? order(queue, CL_COMMAND_BARRIER, true, waits, wait, NULL) : CL_INVALID_VALUE;
}
