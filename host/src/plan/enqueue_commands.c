#include "plan/enqueue_order.h"
#include "plan/plan_make.h"
#include "base/status.h"
#include "base/calls.h"
#include <stdlib.h>
#include <string.h>

static int fail_call(xl__run *run, cl_int status, const char *call) {
    run->status =
        xl__fail(run->error, status, "%s for %s/%s on %s: %s (%d)", call, run->plan->algorithm->name,
                 run->plan->strategy->name, run->plan->device->facts.name, xl_status_name(status), status);
    return run->status;
}

/* First the caller's events and the plan's last run; later, on an out-of-order queue, the previous command.
 */
static cl_uint find_waits(const xl__run *run, const cl_event **list) {
    *list = run->started ? (run->before ? &run->before : NULL) : run->joined;
    if (*list) return run->started ? 1 : run->launch->wait_count + 1;
    if (run->started || run->launch->wait_count == 0) return 0;
    *list = run->launch->wait_list;
    return run->launch->wait_count;
}

/* True: the command is not to be enqueued. */
static bool observe(xl__run *run) {
    const xl__observer *const observer = run->plan->device->observer;
    const xl__command *p = &run->held;
    if (!observer) return false;
    if (p->kind == XL__LAUNCH)
        observer->launch(observer->user, run->pass, p->global, p->local);
    else
        observer->zeroes(observer->user, p->buffer, p->bytes);
    if (observer->dry) run->held.kind = XL__NOTHING;
    return observer->dry;
}

/* `last` may be NULL. */
static void issue(xl__run *run, cl_event *last) {
    const xl__command *p = &run->held;
    if (p->kind == XL__NOTHING || run->status != XL_SUCCESS || observe(run)) return;
    const cl_event *list = NULL;
    const cl_uint count = find_waits(run, &list);
    const bool kernel = p->kind == XL__LAUNCH, first = !run->first && run->launch->first_event;
    const cl_uint zero = 0;
    cl_event made = NULL;
    cl_event *want = last || first || run->out_of_order ? &made : NULL;
    cl_int status = CL_SUCCESS;
    if (kernel)
        status = clEnqueueNDRangeKernel(run->launch->queue, p->kernel, 1, NULL, &p->global, &p->local, count,
                                        list, want);
    else
        status =
            clEnqueueFillBuffer(run->launch->queue, p->buffer, &zero,
                                p->bytes % sizeof zero ? 1 : sizeof zero, 0, p->bytes, count, list, want);
    run->held.kind = XL__NOTHING;
    if (status != CL_SUCCESS) {
        fail_call(run, status, kernel ? "clEnqueueNDRangeKernel" : "clEnqueueFillBuffer");
        return;
    }
    run->started = run->unfinished = true;
    run->plan->launches += kernel;
    if (run->before) clReleaseEvent(run->before);
    run->before = NULL;
    if (first) {
        status = clRetainEvent(made);
        if (status == CL_SUCCESS)
            run->first = made;
        else
            fail_call(run, status, "clRetainEvent");
    }
    if (last)
        *last = made;
    else if (run->out_of_order)
        run->before = made;
    else if (made)
        clReleaseEvent(made);
}

void xl__run_begin(xl__run *run, int pass) {
    issue(run, NULL);
    run->pass = pass;
    run->argument = 0;
}

static const char *kernel_of(const xl__run *run) {
    return run->plan->strategy->passes[run->pass].kernel;
}

static void set_argument(xl__run *run, size_t size, const void *value, bool memory) {
    const xl__observer *const observer = run->plan->device->observer;
    if (run->status != XL_SUCCESS) return;
    if (observer) observer->argument(observer->user, run->pass, run->argument, size, value, memory);
    const cl_int status = clSetKernelArg(run->plan->kernels[run->pass], run->argument, size, value);
    if (status != CL_SUCCESS)
        run->status = xl__fail(run->error, status, "clSetKernelArg %u of %s on %s: %s (%d)", run->argument,
                               kernel_of(run), run->plan->device->facts.name, xl_status_name(status), status);
    run->argument++;
}

/* Set each time: a new buffer may have the handle of a released one. */
void xl__run_memory(xl__run *run, const cl_mem *memory) {
    set_argument(run, sizeof *memory, memory, true);
}

void xl__run_value(xl__run *run, size_t size, const void *value) {
    xl__set_value *const last = &run->plan->set[run->pass][run->argument];
    xl__set_value now = {.bytes = size};
    if (value) memcpy(&now.value, value, size);
    if (size > 0 && last->bytes == size && last->value == now.value && !run->plan->device->observer) {
        run->argument++;
        return;
    }
    set_argument(run, size, value, false);
    if (run->status == XL_SUCCESS) *last = now;
}

/* In the order of SG_PARAMS. The number of arguments shows whether a kernel has SG_PARAMS. */
static void add_layer_arguments(xl__run *run) {
    const xl_plan *plan = run->plan;
    const cl_uint takes = plan->arguments[run->pass];
    const cl_mem record = plan->records[run->pass];
    const cl_uint layer = (record ? 1u : 0u) + (plan->trace ? 1u : 0u) + (plan->index_errors ? 1u : 0u);
    if (run->status != XL_SUCCESS || run->argument == takes) return;
    if (run->argument + layer != takes) {
        run->status = xl__fail(run->error, CL_INVALID_KERNEL_ARGS, "%s takes %u arguments, %u were given",
                               kernel_of(run), takes, run->argument + layer);
        return;
    }
    if (record) xl__run_memory(run, &record);
    if (plan->trace) xl__run_memory(run, &plan->trace);
    if (plan->index_errors) xl__run_memory(run, &plan->index_errors);
}

void xl__run_launch(xl__run *run, size_t groups, size_t group_size) {
    add_layer_arguments(run);
    if (run->status != XL_SUCCESS || groups == 0) return;
    if (groups > SIZE_MAX / group_size) {
        run->status =
            xl__fail(run->error, XL_TOO_LARGE, "%s: %zu work-groups of %zu exceed what a launch can count",
                     kernel_of(run), groups, group_size);
        return;
    }
    run->held = (xl__command){.kind = XL__LAUNCH,
                              .kernel = run->plan->kernels[run->pass],
                              .global = groups * group_size,
                              .local = group_size};
}

void xl__run_fill(xl__run *run, cl_mem buffer, size_t bytes) {
    issue(run, NULL);
    if (run->status != XL_SUCCESS || bytes == 0) return;
    run->held = (xl__command){.kind = XL__FILL, .buffer = buffer, .bytes = bytes};
}

int xl__run_read(xl__run *run, cl_mem buffer, size_t bytes, void *value) {
    const cl_event *list = NULL;
    issue(run, NULL);
    if (run->status == XL_SUCCESS && run->plan->device->observer && run->plan->device->observer->dry)
        run->status = xl__fail(run->error, XL_UNSUPPORTED,
                               "%s/%s reads a value back between its passes, so it cannot be observed dry",
                               run->plan->algorithm->name, run->plan->strategy->name);
    if (run->status != XL_SUCCESS) return run->status;
    const cl_uint count = find_waits(run, &list);
    const cl_int status =
        clEnqueueReadBuffer(run->launch->queue, buffer, CL_TRUE, 0, bytes, value, count, list, NULL);
    if (status != CL_SUCCESS) return fail_call(run, status, "clEnqueueReadBuffer");
    if (run->before) clReleaseEvent(run->before);
    run->before = NULL;
    run->started = true;
    run->unfinished = false;
    return XL_SUCCESS;
}

void xl__run_clear_notes(xl__run *run) {
    if (run->plan->trace) xl__run_fill(run, run->plan->trace, sizeof(cl_uint));
    if (run->plan->index_errors)
        xl__run_fill(run, run->plan->index_errors, XL__INDEX_ERROR_WORDS * sizeof(cl_uint));
    if (run->plan->measures) xl__run_fill(run, run->plan->measures, XL__MAX_MEASURES * sizeof(cl_uint));
}

/* For when no later command gives an event. */
static cl_int mark(xl__run *run, cl_event *event) {
    const cl_event *list = NULL;
    const cl_uint count = find_waits(run, &list);
    return clEnqueueMarkerWithWaitList(run->launch->queue, count, list, event);
}

/* A marker if nothing was launched. */
static void issue_last(xl__run *run, cl_event *last) {
    const bool wanted = run->launch->event || run->launch->first_event || run->chained;
    if (run->status != XL_SUCCESS) return;
    if (run->held.kind != XL__NOTHING) {
        issue(run, wanted ? last : NULL);
    } else if (wanted) {
        const cl_int status = mark(run, last);
        if (status != CL_SUCCESS) fail_call(run, status, "clEnqueueMarkerWithWaitList");
    }
}

static void tell_unfinished(xl__run *run, cl_event *last) {
    static const char advice[] = "commands before it will still run: wait for the event, or clFinish, before "
                                 "using the arrays";
    if (!*last && (run->launch->event || run->chained) && mark(run, last) != CL_SUCCESS) *last = NULL;
    if (!run->error) return;
    char line[XL_ERROR_TEXT];
    memcpy(line, run->error->text, sizeof line);
    xl__fail(run->error, run->status, "%.1800s; %s", line, advice);
}

static void take_first(xl__run *run, cl_event last) {
    if (run->status != XL_SUCCESS || !run->launch->first_event || run->first || !last) return;
    const cl_int status = clRetainEvent(last);
    if (status == CL_SUCCESS)
        run->first = last;
    else
        fail_call(run, status, "clRetainEvent");
}

static void give_events(xl__run *run, cl_event last) {
    const xl_launch *launch = run->launch;
    const bool told = run->status == XL_SUCCESS || run->unfinished;
    if (launch->first_event && told) {
        cl_event first = run->first ? run->first : last;
        if (first && first != run->first && clRetainEvent(first) != CL_SUCCESS) first = NULL;
        *launch->first_event = first;
        run->first = NULL;
    }
    if (launch->event && told) {
        *launch->event = last;
        last = NULL;
    }
    if (last) clReleaseEvent(last);
    if (run->first) clReleaseEvent(run->first);
    if (run->before) clReleaseEvent(run->before);
}

void xl__run_finish(xl__run *run) {
    cl_event last = NULL;
    issue_last(run, &last);
    take_first(run, last);
    if (run->status != XL_SUCCESS && run->unfinished) tell_unfinished(run, &last);
    xl__run_followed(run, last);
    give_events(run, last);
    free(run->joined);
}
