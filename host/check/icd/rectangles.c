#include <stdlib.h>
#include <string.h>

#include "icd/driver_device.h"
#include "icd/entries.h"

struct side {
    cl_mem memory; /* NULL: the host's */
    const size_t *origin;
    size_t row, slice;
};

/* Replaces pitches of 0 by their defaults. False: invalid. */
static bool settle(struct side *s, const size_t region[3]) {
    if (!s->row) s->row = region[0];
    if (s->row < region[0]) return false;
    if (!s->slice) s->slice = s->row * region[1];
    if (s->slice < s->row * region[1] || s->slice % s->row) return false;
    size_t last = (s->origin[2] + region[2] - 1) * s->slice + (s->origin[1] + region[1] - 1) * s->row +
                  s->origin[0] + region[0];
    return !s->memory || last <= s->memory->bytes;
}

static cl_int run(struct command *c) {
    struct check_arena *a = device_arena();
    for (size_t z = 0; z < c->rect[2]; ++z)
        for (size_t y = 0; y < c->rect[1]; ++y) {
            uint64_t from = c->from + z * c->pitch[1] + y * c->pitch[0],
                     to = c->to + z * c->pitch[3] + y * c->pitch[2];
            if (c->host && !c->to_device)
                memcpy((char *)c->host + to, a->memory + from, c->rect[0]);
            else if (c->host)
                memcpy(a->memory + to, (char *)c->host + from, c->rect[0]);
            else
                memmove(a->memory + to, a->memory + from, c->rect[0]);
            if (!c->host || c->to_device) check_arena_written(a, to, c->rect[0]);
        }
    return CL_SUCCESS;
}

static uint64_t start(const struct side *s) {
    return (s->memory ? s->memory->offset : 0) + s->origin[2] * s->slice + s->origin[1] * s->row +
           s->origin[0];
}

static cl_int rectangle(cl_command_queue queue, struct side from, struct side to, const size_t region[3],
                        void *host, cl_command_type type, cl_bool blocking, cl_uint waits,
                        const cl_event *wait, cl_event *event) {
    bool bad = !from.origin || !to.origin || !region || !region[0] || !region[1] || !region[2];
    cl_mem a = from.memory ? from.memory : to.memory, b = to.memory ? to.memory : from.memory;
    cl_int error;
    if (!IS(queue, OBJECT_QUEUE)) return CL_INVALID_COMMAND_QUEUE;
    if (bad || !settle(&from, region) || !settle(&to, region)) return CL_INVALID_VALUE;
    struct command *c = buffer_command(queue, a, b, run, &error);
    if (!c) return error;
    c->host = host;
    c->to_device = to.memory != NULL;
    c->from = start(&from);
    c->to = start(&to);
    memcpy(c->rect, region, sizeof c->rect);
    c->pitch[0] = from.row, c->pitch[1] = from.slice, c->pitch[2] = to.row, c->pitch[3] = to.slice;
    return device_enqueue(c, type, waits, wait, event, blocking);
}

cl_int icd_enqueue_read_rect(cl_command_queue queue, cl_mem m, cl_bool blocking, const size_t *origin,
                             const size_t *host_origin, const size_t *region, size_t row, size_t slice,
                             size_t host_row, size_t host_slice, void *to, cl_uint waits,
                             const cl_event *wait, cl_event *event) {
    if (!IS(m, OBJECT_MEMORY)) return CL_INVALID_MEM_OBJECT;
    if (m->flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS)) return CL_INVALID_OPERATION;
    if (!to) return CL_INVALID_VALUE;
    return rectangle(queue, (struct side){m, origin, row, slice},
                     (struct side){NULL, host_origin, host_row, host_slice}, region, to,
                     CL_COMMAND_READ_BUFFER_RECT, blocking, waits, wait, event);
}

cl_int icd_enqueue_write_rect(cl_command_queue queue, cl_mem m, cl_bool blocking, const size_t *origin,
                              const size_t *host_origin, const size_t *region, size_t row, size_t slice,
                              size_t host_row, size_t host_slice, const void *from, cl_uint waits,
                              const cl_event *wait, cl_event *event) {
    if (!IS(m, OBJECT_MEMORY)) return CL_INVALID_MEM_OBJECT;
    if (m->flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS)) return CL_INVALID_OPERATION;
    if (!from) return CL_INVALID_VALUE;
    return rectangle(queue, (struct side){NULL, host_origin, host_row, host_slice},
                     (struct side){m, origin, row, slice}, region, (void *)(uintptr_t)from,
                     CL_COMMAND_WRITE_BUFFER_RECT, blocking, waits, wait, event);
}

cl_int icd_enqueue_copy_rect(cl_command_queue queue, cl_mem from, cl_mem to, const size_t *from_origin,
                             const size_t *to_origin, const size_t *region, size_t from_row,
                             size_t from_slice, size_t to_row, size_t to_slice, cl_uint waits,
                             const cl_event *wait, cl_event *event) {
    if (!IS(from, OBJECT_MEMORY) || !IS(to, OBJECT_MEMORY)) return CL_INVALID_MEM_OBJECT;
    return rectangle(queue, (struct side){from, from_origin, from_row, from_slice},
                     (struct side){to, to_origin, to_row, to_slice}, region, NULL,
                     CL_COMMAND_COPY_BUFFER_RECT, CL_FALSE, waits, wait, event);
}
