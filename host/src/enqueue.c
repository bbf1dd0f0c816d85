/* One run of a plan: arrays checked and bound, launches chained, an event given. */
#include "handles.h"
#include "plan_passes.h"
#include "request.h"
#include "status.h"
#include <string.h>

enum { NOTHING_PENDING, KERNEL_PENDING, FILL_PENDING };

/* A command is held back until the next one begins, because only the last one gives the caller's event. */
typedef struct pending {
    int kind;
    cl_kernel kernel;
    size_t global, local; /* work-items */
    cl_mem buffer;
    size_t offset, bytes;
    uint32_t pattern;
} pending;

struct xl__enqueue {
    xl_plan *plan;
    const xl_launch *launch;
    xl_error *error;
    xl__problem problem;
    int status;
    bool out_of_order, started;
    int kernel;
    cl_uint argument;
    pending pending;
    cl_event before; /* of the last command, out-of-order queues only */
    cl_event first;  /* of the first command, where the caller wants it */
    cl_mem arrays[XL__MAX_ARRAYS];
    size_t bytes[XL__MAX_ARRAYS];
    cl_mem scratch;
    cl_mem areas[XL__MAX_AREAS]; /* of strategies whose passes are data */
    size_t area_bytes[XL__MAX_AREAS];
    cl_mem temporary[XL__MAX_ARRAYS + XL__MAX_AREAS +
                     1]; /* sub-buffers, released once enqueued: the commands hold them */
    int temporary_count;
};

const xl__problem *xl__enqueue_problem(const xl__enqueue *e) {
    return &e->problem;
}

static int fail_call(xl__enqueue *e, cl_int status, const char *call) {
    e->status =
        xl__fail(e->error, status, "%s for %s/%s on %s: %s (%d)", call, e->plan->algorithm->name,
                 e->plan->strategy->name, e->plan->device->facts.name, xl_status_name(status), status);
    return e->status;
}

/* ---- commands ------------------------------------------------------------------------------------- */

/* What the next command has to wait for: the caller's list first, then the command before where the queue
   does not keep their order. */
static cl_uint find_waits(const xl__enqueue *e, const cl_event **list) {
    *list = NULL;
    if (e->started && e->before) *list = &e->before;
    if (!e->started && e->launch->wait_count > 0) *list = e->launch->wait_list;
    return !*list ? 0 : e->started ? 1 : e->launch->wait_count;
}

/* Issues the command held back; `last` gets its event when it is not NULL. */
static void issue(xl__enqueue *e, cl_event *last) {
    const pending *p = &e->pending;
    if (p->kind == NOTHING_PENDING || e->status != XL_SUCCESS) return;
    const cl_event *list = NULL;
    const cl_uint count = find_waits(e, &list);
    const bool kernel = p->kind == KERNEL_PENDING, first = !e->started && e->launch->first_event;
    cl_event made = NULL;
    cl_event *want = last || first || e->out_of_order ? &made : NULL;
    cl_int status = CL_SUCCESS;
    if (kernel)
        status = clEnqueueNDRangeKernel(e->launch->queue, p->kernel, 1, NULL, &p->global, &p->local, count,
                                        list, want);
    else
        status = clEnqueueFillBuffer(e->launch->queue, p->buffer, &p->pattern, sizeof p->pattern, p->offset,
                                     p->bytes, count, list, want);
    e->pending.kind = NOTHING_PENDING;
    if (status != CL_SUCCESS) {
        fail_call(e, status, kernel ? "clEnqueueNDRangeKernel" : "clEnqueueFillBuffer");
        return;
    }
    e->started = true;
    if (e->before) clReleaseEvent(e->before);
    e->before = NULL;
    if (first) {
        status = clRetainEvent(made);
        if (status == CL_SUCCESS)
            e->first = made;
        else
            fail_call(e, status, "clRetainEvent");
    }
    if (last)
        *last = made;
    else if (e->out_of_order)
        e->before = made;
    else if (made)
        clReleaseEvent(made);
}

void xl__begin(xl__enqueue *e, int kernel) {
    issue(e, NULL);
    if (e->status != XL_SUCCESS) return;
    if (kernel < 0 || kernel >= e->plan->kernel_count || !e->plan->kernels[kernel]) {
        e->status = xl__fail(e->error, XL_BAD_VALUE, "%s/%s has no kernel %d", e->plan->algorithm->name,
                             e->plan->strategy->name, kernel);
        return;
    }
    e->kernel = kernel;
    e->argument = 0;
}

static void set_argument(xl__enqueue *e, size_t size, const void *value) {
    if (e->status != XL_SUCCESS) return;
    const cl_int status = clSetKernelArg(e->plan->kernels[e->kernel], e->argument, size, value);
    if (status != CL_SUCCESS)
        e->status = xl__fail(e->error, status, "clSetKernelArg %u of %s on %s: %s (%d)", e->argument,
                             xl__strategy_kernel(e->plan->strategy, e->kernel), e->plan->device->facts.name,
                             xl_status_name(status), status);
    e->argument++;
}

void xl__arg_array(xl__enqueue *e, int array) {
    set_argument(e, sizeof(cl_mem), &e->arrays[array]);
}

void xl__arg_scratch(xl__enqueue *e) {
    set_argument(e, sizeof(cl_mem), &e->scratch);
}

void xl__arg_area(xl__enqueue *e, int area) {
    set_argument(e, sizeof(cl_mem), &e->areas[area]);
}

void xl__arg_constant(xl__enqueue *e, int slot) {
    if (e->status == XL_SUCCESS && (slot < 0 || slot >= XL__CONSTANTS || !e->plan->constants[slot])) {
        e->status = xl__fail(e->error, XL_BAD_VALUE, "%s/%s prepared no constant %d",
                             e->plan->algorithm->name, e->plan->strategy->name, slot);
        return;
    }
    set_argument(e, sizeof(cl_mem), &e->plan->constants[slot]);
}

void xl__arg_uint(xl__enqueue *e, uint32_t value) {
    set_argument(e, sizeof value, &value);
}

void xl__arg_int(xl__enqueue *e, int32_t value) {
    set_argument(e, sizeof value, &value);
}

void xl__arg_ulong(xl__enqueue *e, uint64_t value) {
    set_argument(e, sizeof value, &value);
}

void xl__arg_float(xl__enqueue *e, float value) {
    set_argument(e, sizeof value, &value);
}

void xl__arg_local(xl__enqueue *e, size_t bytes) {
    set_argument(e, bytes, NULL);
}

/* The layer's own parameters, in the order in which SG_PARAMS declares them. A kernel without SG_PARAMS has
   none, which its number of arguments tells. */
static void add_layer_arguments(xl__enqueue *e) {
    const xl_plan *plan = e->plan;
    const cl_uint takes = plan->arguments[e->kernel];
    const cl_mem record = plan->records[e->kernel];
    const cl_uint layer = (record ? 1u : 0u) + (plan->trace ? 1u : 0u);
    if (e->status != XL_SUCCESS || e->argument == takes) return;
    if (e->argument + layer != takes) {
        e->status = xl__fail(e->error, CL_INVALID_KERNEL_ARGS, "%s takes %u arguments, %u were given",
                             xl__strategy_kernel(plan->strategy, e->kernel), takes, e->argument + layer);
        return;
    }
    if (record) set_argument(e, sizeof record, &record);
    if (plan->trace) set_argument(e, sizeof plan->trace, &plan->trace);
}

int xl__go_rows(xl__enqueue *e, size_t rows) {
    return xl__go(e, xl__blocks(rows, e->plan->strategy->rows_per_group(&e->problem)));
}

int xl__go(xl__enqueue *e, size_t groups) {
    return xl__go_sized(e, groups, e->problem.group_size);
}

int xl__go_sized(xl__enqueue *e, size_t groups, size_t group_size) {
    add_layer_arguments(e);
    if (e->status != XL_SUCCESS || groups == 0) return e->status;
    if (groups > SIZE_MAX / group_size) {
        e->status =
            xl__fail(e->error, XL_TOO_LARGE, "%s: %zu work-groups of %zu are more than can be counted",
                     xl__strategy_kernel(e->plan->strategy, e->kernel), groups, group_size);
        return e->status;
    }
    e->pending = (pending){.kind = KERNEL_PENDING,
                           .kernel = e->plan->kernels[e->kernel],
                           .global = groups * group_size,
                           .local = group_size};
    return e->status;
}

int xl__go_pass(xl__enqueue *e, size_t items) {
    enum { USUAL = 64 };
    const size_t largest = e->problem.largest_group;
    const size_t group_size = largest < USUAL ? largest : USUAL;
    return xl__go_sized(e, xl__blocks(items, group_size), group_size);
}

int xl__fill(xl__enqueue *e, int array, size_t offset, uint32_t pattern, size_t bytes) {
    issue(e, NULL);
    if (e->status != XL_SUCCESS || bytes == 0) return e->status;
    e->pending = (pending){.kind = FILL_PENDING,
                           .buffer = array < 0 ? e->scratch : e->arrays[array],
                           .offset = offset,
                           .bytes = bytes,
                           .pattern = pattern};
    return e->status;
}

int xl__fill_array(xl__enqueue *e, int array) {
    return xl__fill(e, array, 0, 0, e->bytes[array]);
}

int xl__fill_area(xl__enqueue *e, int area) {
    issue(e, NULL);
    if (e->status != XL_SUCCESS || e->area_bytes[area] == 0) return e->status;
    e->pending = (pending){.kind = FILL_PENDING, .buffer = e->areas[area], .bytes = e->area_bytes[area]};
    return e->status;
}

/* ---- arrays --------------------------------------------------------------------------------------- */

/* A range of a buffer that is no sub-buffer itself. */
typedef struct range {
    cl_mem root;
    size_t start, bytes;
    bool whole; /* the caller's object itself, from its start */
} range;

/* Finds what `offset` and `bytes` of a buffer are in its root; an OpenCL status. */
static cl_int find_range(cl_mem buffer, size_t offset, size_t bytes, range *out, size_t *size) {
    cl_mem parent = NULL;
    size_t start = 0;
    cl_int status = clGetMemObjectInfo(buffer, CL_MEM_SIZE, sizeof *size, size, NULL);
    if (status == CL_SUCCESS)
        status = clGetMemObjectInfo(buffer, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL);
    if (status == CL_SUCCESS && parent)
        status = clGetMemObjectInfo(buffer, CL_MEM_OFFSET, sizeof start, &start, NULL);
    *out = (range){parent ? parent : buffer, start + offset, bytes, offset == 0};
    return status;
}

/* Turns a part of a buffer into what a kernel argument can be: the object itself, or a sub-buffer. */
static int bind_range(xl__enqueue *e, const char *name, cl_mem buffer, size_t offset, size_t bytes,
                      range *where, cl_mem *bound) {
    const size_t align = e->plan->device->facts.align_bytes;
    size_t size = 0;
    if (bytes == 0) return XL_SUCCESS;
    const cl_int status = find_range(buffer, offset, bytes, where, &size);
    if (status != CL_SUCCESS)
        return e->status = xl__fail(e->error, status, "array '%s': clGetMemObjectInfo: %s (%d)", name,
                                    xl_status_name(status), status);
    if (offset > size || bytes > size - offset)
        return e->status = xl__fail(e->error, XL_BAD_ARRAY,
                                    "array '%s' needs %zu bytes from offset %zu, its buffer has %zu", name,
                                    bytes, offset, size);
    if (where->whole) {
        *bound = buffer;
        return XL_SUCCESS;
    }
    if (where->start % align != 0)
        return e->status = xl__fail(e->error, XL_BAD_ARRAY,
                                    "array '%s' starts at byte %zu of its buffer; %s takes multiples of %zu",
                                    name, where->start, e->plan->device->facts.name, align);
    const cl_buffer_region region = {where->start, bytes};
    cl_int made = CL_SUCCESS;
    *bound = clCreateSubBuffer(where->root, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &made);
    if (made != CL_SUCCESS)
        return e->status = xl__fail(e->error, made, "array '%s': clCreateSubBuffer: %s (%d)", name,
                                    xl_status_name(made), made);
    e->temporary[e->temporary_count++] = *bound;
    return XL_SUCCESS;
}

static bool overlap(const range *a, const range *b) {
    return a->root && a->root == b->root && a->start < b->start + b->bytes && b->start < a->start + a->bytes;
}

/* An output may share memory with nothing else. */
static int check_overlap(xl__enqueue *e, const range *ranges) {
    const xl__algorithm *algorithm = e->plan->algorithm;
    const int count = algorithm->array_count;
    for (int a = 0; a < count; a++)
        for (int b = a + 1; b <= count; b++) { /* the one past the arrays is the scratch */
            const bool written = b == count || algorithm->arrays[a].direction == XL__OUT ||
                                 algorithm->arrays[b].direction == XL__OUT;
            if (written && overlap(&ranges[a], &ranges[b]))
                return e->status = xl__fail(e->error, XL_BAD_ARRAY, "%s: '%s' overlaps '%s'", algorithm->name,
                                            algorithm->arrays[a].name,
                                            b == count ? "scratch" : algorithm->arrays[b].name);
        }
    return XL_SUCCESS;
}

static int bind_array(xl__enqueue *e, size_t index, range *ranges, bool *seen) {
    const xl__algorithm *algorithm = e->plan->algorithm;
    const xl_array *given = &e->launch->arrays[index];
    if (!given->name)
        return e->status = xl__fail(e->error, XL_BAD_VALUE, "%s: the name of array %zu is NULL",
                                    algorithm->name, index);
    const int array = xl__find_array(algorithm, given->name);
    if (array < 0)
        return e->status = xl__fail(e->error, XL_BAD_NAME, "%s has no array " XL__QUOTED, algorithm->name,
                                    given->name);
    if (seen[array])
        return e->status = xl__fail(e->error, XL_BAD_ARRAY, "%s: array '%s' is given twice", algorithm->name,
                                    given->name);
    seen[array] = true;
    e->arrays[array] = given->buffer;
    if (!given->buffer) {
        if (e->bytes[array] == 0 || xl__is_optional(algorithm, array, &e->problem)) return XL_SUCCESS;
        return e->status = xl__fail(e->error, XL_BAD_ARRAY, "%s: array '%s' has no buffer", algorithm->name,
                                    given->name);
    }
    const bool output = algorithm->arrays[array].direction == XL__OUT; /* where some kernels add up */
    const unsigned use = output ? XL__READS | XL__WRITES : XL__READS;
    e->status = xl__check_buffer(e->plan->device, given->buffer, use, given->name, e->error);
    if (e->status != XL_SUCCESS) return e->status;
    return bind_range(e, given->name, given->buffer, given->offset, e->bytes[array], &ranges[array],
                      &e->arrays[array]);
}

/* The caller's may be as small as this launch allows; the plan's own is made for all of them. */
static int bind_callers_scratch(xl__enqueue *e, range *where) {
    const xl_plan *plan = e->plan;
    size_t bytes = plan->facts.scratch_bytes;
    e->status =
        xl__check_buffer(plan->device, e->launch->scratch, XL__READS | XL__WRITES, "scratch", e->error);
    if (e->status == XL_SUCCESS && e->launch->scalar_count > 0)
        e->status = xl__plan_scratch(plan, &e->problem, &bytes, e->error);
    if (e->status != XL_SUCCESS) return e->status;
    return bind_range(e, "scratch", e->launch->scratch, e->launch->scratch_offset, bytes, where, &e->scratch);
}

static int bind_scratch(xl__enqueue *e, range *where) {
    xl_plan *plan = e->plan;
    const size_t bytes = plan->facts.scratch_bytes;
    if (e->launch->scratch) return bind_callers_scratch(e, where);
    if (bytes == 0) return XL_SUCCESS;
    if (!plan->own_scratch) {
        cl_int status = CL_SUCCESS;
        plan->own_scratch = clCreateBuffer(plan->device->context, CL_MEM_READ_WRITE, bytes, NULL, &status);
        if (status != CL_SUCCESS) {
            plan->own_scratch = NULL;
            return fail_call(e, status, "clCreateBuffer of the scratch");
        }
    }
    e->scratch = plan->own_scratch;
    return XL_SUCCESS;
}

/* The plan's own areas are buffers of their own; the caller's scratch is cut up. */
static int bind_areas(xl__enqueue *e, range *whole) {
    xl_plan *plan = e->plan;
    size_t offset[XL__MAX_AREAS], total = 0;
    e->status = xl__scratch_of_passes(plan, &e->problem, offset, e->area_bytes, &total, e->error);
    if (e->status == XL_SUCCESS && e->launch->scratch && total > 0) {
        cl_mem unused = NULL;
        e->status =
            xl__check_buffer(plan->device, e->launch->scratch, XL__READS | XL__WRITES, "scratch", e->error);
        if (e->status != XL_SUCCESS) return e->status;
        bind_range(e, "scratch", e->launch->scratch, e->launch->scratch_offset, total, whole, &unused);
    }
    for (int a = 0; a < XL__MAX_AREAS && e->status == XL_SUCCESS; a++) {
        if (!plan->ready.uses_area[a] || e->area_bytes[a] == 0) continue;
        if (e->launch->scratch && !plan->algorithm->areas[a].make) {
            range ignored;
            bind_range(e, "scratch", e->launch->scratch, e->launch->scratch_offset + offset[a],
                       e->area_bytes[a], &ignored, &e->areas[a]);
            continue;
        }
        if (!plan->areas[a]) {
            size_t most[XL__MAX_AREAS];
            e->status = xl__scratch_of_passes(plan, &plan->problem, offset, most, &total, e->error);
            if (e->status == XL_SUCCESS)
                plan->areas[a] =
                    xl__make_buffer(plan, CL_MEM_READ_WRITE, most[a], NULL, e->error, &e->status);
        }
        e->areas[a] = plan->areas[a];
    }
    return e->status;
}

static int fail_missing(xl__enqueue *e, int array) {
    const xl__algorithm *algorithm = e->plan->algorithm;
    const char *const *product = algorithm->product;
    const bool instead = algorithm->arrays[array].direction == XL__IN_OPTIONAL;
    return xl__fail(e->error, XL_BAD_ARRAY, "%s: array '%s' is missing%s%s%s%s", algorithm->name,
                    algorithm->arrays[array].name, instead ? "; without it the plan needs " : "",
                    instead ? product[1] : "", instead ? " and " : "", instead ? product[2] : "");
}

static int bind_arrays(xl__enqueue *e) {
    const xl__algorithm *algorithm = e->plan->algorithm;
    range ranges[XL__MAX_ARRAYS + 1] = {{0}};
    bool seen[XL__MAX_ARRAYS] = {false};
    for (int a = 0; a < algorithm->array_count; a++) {
        size_t shape[XL__MAX_RANK], elements = 0;
        int rank = 0;
        if (!xl__array_elements(algorithm, a, &e->problem, shape, &rank, &elements))
            return e->status = xl__fail(e->error, XL_TOO_LARGE, "%s: array '%s' is too large",
                                        algorithm->name, algorithm->arrays[a].name);
        e->bytes[a] = elements * xl_type_size(xl__array_type(algorithm, a, e->problem.type));
    }
    for (size_t i = 0; i < e->launch->array_count && e->status == XL_SUCCESS; i++)
        bind_array(e, i, ranges, seen);
    for (int a = 0; a < algorithm->array_count && e->status == XL_SUCCESS; a++)
        if (!seen[a] && e->bytes[a] > 0 && !xl__is_optional(algorithm, a, &e->problem))
            e->status = fail_missing(e, a);
    if (e->status == XL_SUCCESS && e->plan->strategy->passes) bind_areas(e, &ranges[algorithm->array_count]);
    if (e->status == XL_SUCCESS && !e->plan->strategy->passes)
        bind_scratch(e, &ranges[algorithm->array_count]);
    if (e->status == XL_SUCCESS) check_overlap(e, ranges);
    return e->status;
}

/* ---- the call ------------------------------------------------------------------------------------- */

/* What must be there before anything is looked at. */
static int check_launch(const xl_launch *launch, xl_error *error) {
    static const char call[] = "xl_enqueue";
    if (!launch->queue) return xl__fail_null(error, call, "queue");
    const struct {
        const char *count_name, *name;
        size_t count;
        const void *array;
    } lists[] = {{"array_count", "arrays", launch->array_count, launch->arrays},
                 {"scalar_count", "scalars", launch->scalar_count, launch->scalars},
                 {"wait_count", "wait_list", launch->wait_count, launch->wait_list}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].count > 0 && !lists[i].array)
            return xl__fail(error, XL_BAD_VALUE, "%s: %s is %zu and %s is NULL", call, lists[i].count_name,
                            lists[i].count, lists[i].name);
    return XL_SUCCESS;
}

/* The trace counts from 0 in every run. */
static void clear_trace(xl__enqueue *e) {
    if (!e->plan->trace || e->status != XL_SUCCESS) return;
    e->pending = (pending){.kind = FILL_PENDING, .buffer = e->plan->trace, .bytes = sizeof(uint32_t)};
}

/* An event behind all that was enqueued, where no command is left that could give it. */
static cl_int mark(xl__enqueue *e, cl_event *event) {
    const cl_event *list = NULL;
    const cl_uint count = find_waits(e, &list);
    return clEnqueueMarkerWithWaitList(e->launch->queue, count, list, event);
}

/* The last command gives the event; where nothing was to be launched a marker does. */
static void finish(xl__enqueue *e, cl_event *last) {
    const bool wanted = e->launch->event || e->launch->first_event;
    if (e->status != XL_SUCCESS) return;
    if (e->pending.kind != NOTHING_PENDING) {
        issue(e, wanted ? last : NULL);
    } else if (wanted) {
        const cl_int status = mark(e, last);
        if (status != CL_SUCCESS) fail_call(e, status, "clEnqueueMarkerWithWaitList");
    }
}

/* After a failure in the middle the caller is told what to wait for. */
static void tell_unfinished(xl__enqueue *e, cl_event *last) {
    static const char advice[] = "commands before it will still run: wait for the event, or clFinish, before "
                                 "using the arrays";
    if (!*last && e->launch->event && mark(e, last) != CL_SUCCESS) *last = NULL;
    if (!e->error) return;
    char line[XL_ERROR_TEXT];
    memcpy(line, e->error->text, sizeof line);
    xl__fail(e->error, e->status, "%.1800s; %s", line, advice);
}

/* Where a marker is all there is, it is the first command too. */
static void take_first(xl__enqueue *e, cl_event last) {
    if (e->status != XL_SUCCESS || !e->launch->first_event || e->first || !last) return;
    const cl_int status = clRetainEvent(last);
    if (status == CL_SUCCESS)
        e->first = last;
    else
        fail_call(e, status, "clRetainEvent");
}

/* Keeps what is needed to read later what the run wrote about itself. */
static void keep_run(xl__enqueue *e, cl_event last) {
    xl_plan *plan = e->plan;
    if (e->status != XL_SUCCESS || !(plan->device->record_width || plan->trace)) return;
    xl__plan_forget_run(plan);
    const cl_int status = clRetainCommandQueue(e->launch->queue);
    if (status != CL_SUCCESS) {
        fail_call(e, status, "clRetainCommandQueue");
        return;
    }
    plan->queue = e->launch->queue;
    /* Without an event of its own the run is waited for with its queue. */
    if (last && clRetainEvent(last) == CL_SUCCESS) plan->last = last;
}

/* Hands the events out, or releases them. */
static void give_events(xl__enqueue *e, cl_event last) {
    const xl_launch *launch = e->launch;
    const bool told = e->status == XL_SUCCESS || e->started;
    if (launch->first_event && told) {
        cl_event first = e->first ? e->first : last;
        if (first && first != e->first && clRetainEvent(first) != CL_SUCCESS) first = NULL;
        *launch->first_event = first;
        e->first = NULL;
    }
    if (launch->event && told) {
        *launch->event = last;
        last = NULL;
    }
    if (last) clReleaseEvent(last);
    if (e->first) clReleaseEvent(e->first);
    if (e->before) clReleaseEvent(e->before);
}

static int enqueue(xl_plan *plan, const xl_launch *launch, xl_error *error) {
    xl__enqueue e = {.plan = plan, .launch = launch, .error = error};
    cl_event last = NULL;
    e.status = xl__check_queue(plan->device, launch->queue, "xl_enqueue", &e.out_of_order, error);
    if (e.status == XL_SUCCESS)
        e.status = xl__check_events(plan->device, launch->wait_list, launch->wait_count, error);
    if (e.status == XL_SUCCESS)
        e.status = xl__request_scalars(plan, launch->scalars, launch->scalar_count, &e.problem, error);
    if (e.status == XL_SUCCESS) bind_arrays(&e);
    clear_trace(&e);
    if (e.status == XL_SUCCESS) {
        const int status = plan->strategy->enqueue ? plan->strategy->enqueue(&e)
                                                   : xl__enqueue_passes(&e, &plan->ready, error);
        if (e.status == XL_SUCCESS) e.status = status;
    }
    finish(&e, &last);
    take_first(&e, last);
    keep_run(&e, last);
    if (e.status != XL_SUCCESS && e.started) tell_unfinished(&e, &last);
    give_events(&e, last);
    for (int i = 0; i < e.temporary_count; i++) clReleaseMemObject(e.temporary[i]);
    plan->ran = plan->ran || e.started;
    return e.status;
}

int xl_enqueue_sized(xl_plan *plan, const xl_launch *launch, size_t launch_size, xl_error *error) {
    static const char call[] = "xl_enqueue";
    if (!plan) return xl__fail_null(error, call, "plan");
    if (!launch) return xl__fail_null(error, call, "launch");
    xl_launch own;
    int status = xl__take(&own, sizeof own, launch, launch_size, call, error);
    if (own.event) *own.event = NULL;
    if (own.first_event) *own.first_event = NULL;
    if (status == XL_SUCCESS) status = check_launch(&own, error);
    if (status == XL_SUCCESS) status = enqueue(plan, &own, error);
    return xl__done(error, status);
}
