#include "plan/enqueue_order.h"
#include "plan/plan_make.h"
#include "base/status.h"
#include "base/calls.h"
#include <stdlib.h>
#include <string.h>

/* Tests compile this file with a planted mistake. 1: no run waits for another. 2: on the previous run's
   out-of-order queue, a run does not wait. 3: on in-order queues too, the first command waits, in place of a
   barrier. */
#ifndef XL_ORDER_PLANT
#define XL_ORDER_PLANT 0
#endif

/* Kept areas do not count. */
static bool shares_memory(const xl_plan *plan, const xl_launch *launch) {
    return xl__run_is_read(plan) || plan->index_errors || (plan->facts.scratch_bytes > 0 && !launch->scratch);
}

/* ---- the runs before ------------------------------------------------------------------------------------
 */

/* Some drivers call a failed command complete; only a wait gives the error. */
static cl_int state_of(cl_event event) {
    cl_int state = CL_QUEUED;
    const cl_int status =
        clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    if (status != CL_SUCCESS) return CL_QUEUED;
    return state == CL_COMPLETE ? XL__CALL("clWaitForEvents", (clWaitForEvents), 1, &event) : state;
}

/* NULL: the queue's order is enough, or all runs have ended. */
static cl_event latest(const xl__last_run *last) {
    return last->count > 0 ? last->chain[last->count - 1] : last->after;
}

static void drop_first(xl__last_run *last, size_t count) {
    for (size_t i = 0; i < count; i++) clReleaseEvent(last->chain[i]);
    last->count -= count;
    if (last->count > 0) memmove(last->chain, last->chain + count, last->count * sizeof *last->chain);
}

static void forget_after(xl__last_run *last) {
    if (last->after) clReleaseEvent(last->after);
    last->after = NULL;
}

/* A run can fail, by a caller's event, while earlier runs still run: their events stay. */
static void drop_failed(xl__last_run *last) {
    while (last->count > 0 && state_of(last->chain[last->count - 1]) < 0)
        clReleaseEvent(last->chain[--last->count]);
}

static void drop_complete(xl__last_run *last) {
    if (last->count > 0 && state_of(latest(last)) == CL_COMPLETE) drop_first(last, last->count);
}

/* Makes room for two more events. Drops all up to a complete event: those runs have ended. */
static int make_room(xl__last_run *last, xl_error *error) {
    if (last->count + 2 <= last->room) return XL_SUCCESS;
    for (size_t i = last->count; i > 1; i--)
        if (state_of(last->chain[i - 2]) == CL_COMPLETE) {
            drop_first(last, i - 1);
            break;
        }
    if (last->count + 2 <= last->room / 2) return XL_SUCCESS;
    const size_t room = 2 * last->count + 8;
    cl_event *const chain = realloc(last->chain, room * sizeof *chain);
    if (!chain) return xl__fail_memory(error);
    last->chain = chain;
    last->room = room;
    return XL_SUCCESS;
}

/* An in-order queue's last run has no event until needed. Flushes, as OpenCL requires before another queue
   waits for it. */
static cl_int make_event(xl__last_run *last, const char **call) {
    cl_int status = CL_SUCCESS;
    *call = "clEnqueueMarkerWithWaitList";
    if (!latest(last) && !last->out_of_order)
        status = clEnqueueMarkerWithWaitList(last->queue, 0, NULL, &last->after);
    if (status != CL_SUCCESS) return status;
    *call = "clFlush";
    return clFlush(last->queue);
}

/* Must not wait: the run may depend on a later action of the caller. The first call makes the event. */
static bool has_ended(xl__last_run *last) {
    const char *call = NULL;
    if (latest(last)) return state_of(latest(last)) == CL_COMPLETE;
    if (!last->queue || last->out_of_order) return true;
    make_event(last, &call);
    return false;
}

/* ---- before the first command ----------------------------------------------------------------------------
 */

/* Does not follow a failed event: this run would fail too. */
static bool follow(xl__run *run, bool same) {
    xl__last_run *const last = &run->plan->last;
    const char *call = NULL;
    cl_int status = CL_SUCCESS;
    run->status = make_room(last, run->error);
    if (run->status != XL_SUCCESS) return false;
    if (!last->queue || XL_ORDER_PLANT == 1 || (XL_ORDER_PLANT == 2 && same)) return true;
    if (!same) status = make_event(last, &call);
    if (status != CL_SUCCESS)
        run->status = xl__fail_cl(run->error, status, call, run->plan->device->facts.name, NULL);
    else if (latest(last) && state_of(latest(last)) >= 0)
        run->follows = latest(last);
    return run->status == XL_SUCCESS;
}

bool xl__run_order(xl__run *run) {
    xl_plan *const plan = run->plan;
    xl__last_run *const last = &plan->last;
    const bool keeps = plan->ready.uses_kept, shares = shares_memory(plan, run->launch);
    if (run->status != XL_SUCCESS || !(keeps || shares)) return false;
    const bool same = last->queue == run->launch->queue, in_turn = same && !run->out_of_order;
    drop_failed(last);
    if (in_turn) {
        forget_after(last);
        drop_complete(last);
    }
    if (in_turn && last->count == 0)
        run->uses_plan_memory = true;
    else if (shares)
        run->uses_plan_memory = follow(run, same);
    else /* only kept areas: to fill other memory costs less than to wait */
        run->uses_plan_memory = !run->out_of_order && has_ended(last) && follow(run, same);
    run->chained = run->uses_plan_memory && (run->out_of_order || last->count > 1);
    return keeps && run->uses_plan_memory;
}

/* On an in-order queue a barrier waits: it holds back later commands even if a caller's event fails. On an
   out-of-order queue the run's first command waits for the caller's events and this one. Waiting for a
   complete event makes its writes visible to this queue. */
int xl__run_wait(xl__run *run) {
    const xl_launch *const launch = run->launch;
    cl_int status = CL_SUCCESS;
    if (!run->out_of_order && XL_ORDER_PLANT != 3) {
        status = clEnqueueBarrierWithWaitList(launch->queue, 1, &run->follows, NULL);
        if (status == CL_SUCCESS) return XL_SUCCESS;
        return xl__fail_cl(run->error, status, "clEnqueueBarrierWithWaitList", run->plan->device->facts.name,
                           NULL);
    }
    run->joined = malloc((launch->wait_count + (size_t)1) * sizeof *run->joined);
    if (!run->joined) return xl__fail_memory(run->error);
    if (launch->wait_count > 0)
        memcpy(run->joined, launch->wait_list, launch->wait_count * sizeof *run->joined);
    run->joined[launch->wait_count] = run->follows;
    return XL_SUCCESS;
}

/* ---- after the last command ------------------------------------------------------------------------------
 */

/* Keeps incomplete earlier events: the run may fail before them. */
static void add_event(xl__run *run, cl_event event) {
    xl__last_run *const last = &run->plan->last;
    if (last->after) last->chain[last->count++] = last->after;
    last->after = NULL;
    drop_complete(last);
    if (!event) { /* all have ended, or the queue's order is enough */
        drop_first(last, last->count);
        return;
    }
    const cl_int status = clRetainEvent(event);
    if (status == CL_SUCCESS)
        last->chain[last->count++] = event;
    else if (run->status == XL_SUCCESS)
        run->status = xl__fail_cl(run->error, status, "clRetainEvent", run->plan->device->facts.name, NULL);
}

/* Retains the queue: a new one could get its handle. Not in each run: a release flushes, 2.7 us on one
   driver. */
static int take_queue(xl__run *run) {
    xl__last_run *const last = &run->plan->last;
    const cl_command_queue queue = run->launch->queue;
    if (last->queue == queue) return XL_SUCCESS;
    const cl_int status = clRetainCommandQueue(queue);
    if (status != CL_SUCCESS)
        return xl__fail_cl(run->error, status, "clRetainCommandQueue", run->plan->device->facts.name, NULL);
    if (last->queue) clReleaseCommandQueue(last->queue);
    last->queue = queue;
    return XL_SUCCESS;
}

void xl__run_followed(xl__run *run, cl_event event) {
    xl_plan *const plan = run->plan;
    if (run->status == XL_SUCCESS || run->started) plan->measured = 0;
    if (!run->uses_plan_memory || !run->started) return;
    const int status = take_queue(run);
    if (run->status == XL_SUCCESS) run->status = status;
    plan->last.out_of_order = run->out_of_order;
    if (run->chained) {
        add_event(run, event ? event : run->before);
        return;
    }
    drop_first(&plan->last, plan->last.count);
    /* Reads of the records wait for `after` or, without it, for the queue. Keeps only an event that was made
       anyway. */
    forget_after(&plan->last);
    if (event && xl__run_is_read(plan) && clRetainEvent(event) == CL_SUCCESS) plan->last.after = event;
}

void xl__plan_forget_run(xl_plan *plan) {
    xl__last_run *const last = &plan->last;
    drop_first(last, last->count);
    forget_after(last);
    free(last->chain);
    if (last->queue) clReleaseCommandQueue(last->queue);
    *last = (xl__last_run){.queue = NULL};
}

cl_int xl__plan_wait(xl_plan *plan, const char **call) {
    xl__last_run *const last = &plan->last;
    const cl_event event = latest(last);
    if (!last->queue || (last->out_of_order && !event)) return CL_SUCCESS;
    *call = "clFinish";
    if (!event) return clFinish(last->queue);
    const cl_int status = make_event(last, call);
    if (status != CL_SUCCESS) return status;
    *call = "clWaitForEvents";
    return clWaitForEvents(1, &event);
}
