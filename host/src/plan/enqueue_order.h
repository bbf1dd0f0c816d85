/*
 * Orders the runs of a plan that use its own memory. On one in-order queue this costs nothing; on another
 * queue the first command waits for the last run's event.
 */
#pragma once

#include "device/device.h"
#include "plan/enqueue_commands.h"

/* True if the host reads records of the plan's runs. */
static inline bool xl__run_is_read(const xl_plan *plan) {
    return plan->device->record_width || plan->trace;
}

/* True on the in-order queue of the last run if no other run is pending: nothing to order. */
static inline bool xl__run_is_next(const xl__run *run) {
    const xl__last_run *const last = &run->plan->last;
    return run->status == XL_SUCCESS && !run->out_of_order && last->queue == run->launch->queue &&
           last->count == 0 && !last->after && !xl__run_is_read(run->plan);
}

/* Finds the run to follow. True: this one may use kept areas. Enqueues nothing in its queue. */
bool xl__run_order(xl__run *run);

/* Call before the first command if there is a run to follow. Returns the status. */
int xl__run_wait(xl__run *run);

/* Call after the last command; `event`: of the last command, or NULL. */
void xl__run_followed(xl__run *run, cl_event event);

/* Waits until the plan's last such run has ended. Returns an OpenCL status and its call. */
cl_int xl__plan_wait(xl_plan *plan, const char **call);

void xl__plan_forget_run(xl_plan *plan);
