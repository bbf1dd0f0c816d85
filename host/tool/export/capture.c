/* capture.c - an observer of a plan's run. */
#include "export/capture.h"
#include "base/status.h"
#include "base/text.h"
#include "plan/plan_make.h"
#include "table/lookup.h"
#include "base/calls.h"
#include <stdlib.h>
#include <string.h>

static void fail_room(export_capture *c, const char *what) {
    if (c->error.status == XL_SUCCESS)
        xl__fail(&c->error, XL_TOO_LARGE, "the run has more %s than an exported program can have", what);
}

/* ---- programs --------------------------------------------------------------------------------- */

static bool same_program(const export_program *p, const char *text, const char *options) {
    return strcmp(p->text, text) == 0 && strcmp(p->options, options) == 0;
}

static void on_program(void *user, int pass, const char *kernel, const char *text, const char *options) {
    export_capture *const c = user;
    int p = 0;
    xl__copy_capped(c->kernel_of[pass], EXPORT_NAME, kernel);
    while (p < c->program_count && !same_program(&c->programs[p], text, options)) p++;
    c->program_of[pass] = p;
    if (p < c->program_count) return;
    if (p == EXPORT_MOST_PROGRAMS) {
        fail_room(c, "programs");
        return;
    }
    c->programs[p] = (export_program){xl__copy_text(text), xl__copy_text(options)};
    if (!c->programs[p].text || !c->programs[p].options) xl__fail_memory(&c->error);
    c->program_count++;
}

/* ---- buffers ---------------------------------------------------------------------------------- */

/* NULL: neither an array nor an area. *scratch: its content before the run does not count. */
static const char *find_memory(const export_capture *c, cl_mem memory, size_t *bytes, int *array,
                               bool *scratch) {
    *array = -1;
    *scratch = false;
    for (int a = 0; a < c->algorithm->array_count; a++) {
        if (c->arrays->mem[a] != memory) continue;
        *bytes = c->arrays->bytes[a];
        *array = a;
        if (c->algorithm->arrays[a].direction == XL__OUT) break; /* in place: the output is compared */
    }
    if (*array >= 0) return c->algorithm->arrays[*array].name;
    return xl__plan_memory_name(c->plan, memory, bytes, scratch);
}

static bool read_before(export_capture *c, export_buffer *b, bool scratch) {
    b->before = malloc(b->bytes > 0 ? b->bytes : 1);
    if (!b->before) {
        xl__fail_memory(&c->error);
        return false;
    }
    for (size_t i = 0; i < b->bytes && scratch; i++) b->before[i] = xl__untouched_byte(i);
    if (b->bytes == 0 || scratch) return true;
    const cl_int status =
        clEnqueueReadBuffer(c->session->queue, b->memory, CL_TRUE, 0, b->bytes, b->before, 0, NULL, NULL);
    if (status == CL_SUCCESS) return true;
    xl__fail(&c->error, status, "clEnqueueReadBuffer of '%s': %s", b->name, xl_status_name(status));
    return false;
}

/* Its index, added at its first use; -1 after a failure. */
static int buffer_of(export_capture *c, cl_mem memory) {
    for (int b = 0; b < c->buffer_count; b++)
        if (c->buffers[b].memory == memory) return b;
    export_buffer *const b = &c->buffers[c->buffer_count];
    size_t bytes = 0;
    int array = -1, same = 0;
    bool scratch = false;
    const char *const name = find_memory(c, memory, &bytes, &array, &scratch);
    if (!name || c->buffer_count == EXPORT_MOST_BUFFERS) {
        fail_room(c, "buffers");
        return -1;
    }
    *b = (export_buffer){.memory = memory, .bytes = bytes, .array = array};
    xl__copy_capped(b->name, sizeof b->name, name);
    for (int i = 0; i < c->buffer_count; i++) same += strcmp(c->buffers[i].name, name) == 0;
    if (same > 0) snprintf(b->name, sizeof b->name, "%.50s_%d", name, same + 1);
    return read_before(c, b, scratch) ? c->buffer_count++ : -1;
}

/* ---- steps ------------------------------------------------------------------------------------ */

static void on_argument(void *user, int pass, unsigned index, size_t size, const void *value, bool memory) {
    export_capture *const c = user;
    export_argument a = {.size = size, .buffer = -1, .local = !value};
    (void)pass;
    if (index >= sizeof c->next.argument / sizeof *c->next.argument) {
        fail_room(c, "arguments");
        return;
    }
    if (memory) {
        const cl_mem buffer = *(const cl_mem *)value;
        a.null = !buffer;
        if (buffer) a.buffer = buffer_of(c, buffer);
    } else if (value) {
        memcpy(&a.value, value, size);
    }
    c->next.argument[index] = a;
    c->next.argument_count = (int)index + 1;
}

static void add_step(export_capture *c, const export_step *step) {
    if (c->step_count == EXPORT_MOST_STEPS)
        fail_room(c, "launches");
    else
        c->steps[c->step_count++] = *step;
}

bool export_capture_extend(export_buffer *b, size_t bytes) {
    unsigned char *const longer = realloc(b->before, b->bytes + bytes);
    if (!longer) return false;
    for (size_t i = b->bytes; i < b->bytes + bytes; i++) longer[i] = xl__untouched_byte(i);
    b->before = longer;
    b->bytes += bytes;
    return true;
}

static void on_launch(void *user, int pass, size_t global, size_t local) {
    export_capture *const c = user;
    c->next.program = c->program_of[pass];
    c->next.global = global;
    c->next.local = local;
    memcpy(c->next.kernel, c->kernel_of[pass], EXPORT_NAME);
    add_step(c, &c->next);
}

static void on_zeroes(void *user, cl_mem buffer, size_t bytes) {
    export_capture *const c = user;
    const export_step step = {.program = -1, .buffer = buffer_of(c, buffer), .bytes = bytes};
    if (step.buffer >= 0) add_step(c, &step);
}

/* ---- the run ---------------------------------------------------------------------------------- */

void export_capture_begin(export_capture *c, tool_session *session, const xl__algorithm *algorithm) {
    *c = (export_capture){.session = session, .algorithm = algorithm};
    c->observer = (xl__observer){.user = c,
                                 .dry = true,
                                 .program = on_program,
                                 .argument = on_argument,
                                 .launch = on_launch,
                                 .zeroes = on_zeroes};
    session->device->observer = &c->observer;
}

static int run_once(export_capture *c, xl_error *error) {
    const int status = tool_enqueue(c->session, c->plan, c->algorithm, c->arrays, NULL, NULL, error);
    if (status == XL_SUCCESS && c->error.status != XL_SUCCESS) *error = c->error;
    return status == XL_SUCCESS ? c->error.status : status;
}

int export_capture_run(export_capture *c, xl_plan *plan, tool_buffers *arrays, xl_error *error) {
    c->plan = plan;
    c->arrays = arrays;
    int status = tool_poison(c->session, plan, arrays, error);
    c->observer.dry = !xl__waits(xl__plan_strategy(plan));
    if (status == XL_SUCCESS) status = run_once(c, error);
    for (int i = 1; i < c->session->options->repeat && status == XL_SUCCESS;
         i++) { /* into arrays of its own */
        status = tool_buffers_move(c->session, c->algorithm, arrays, error);
        if (status == XL_SUCCESS) status = run_once(c, error);
    }
    for (int a = 0; a < c->algorithm->array_count && status == XL_SUCCESS;
         a++) /* also those that no kernel takes */
        if (c->algorithm->arrays[a].direction == XL__OUT && arrays->mem[a] &&
            buffer_of(c, arrays->mem[a]) < 0)
            status = c->error.status, *error = c->error;
    return status;
}

void export_capture_free(export_capture *c) {
    c->session->device->observer = NULL;
    for (int p = 0; p < c->program_count; p++) {
        free(c->programs[p].text);
        free(c->programs[p].options);
    }
    for (int b = 0; b < c->buffer_count; b++) free(c->buffers[b].before);
}
