/*
 * enqueue_order.h - orders the runs of a plan that use the plan's own memory.
 *
 * Such a run follows the last one. On the same in-order queue the queue sees to that, at no cost; on any
 * other queue the first command waits for an event.
 */
#pragma once

#include "plan/enqueue_commands.h"

/* Finds the run to follow. Returns whether this one may use kept areas. Enqueues nothing in its queue. */
bool xl__run_order(xl__run *run);

/* Call before the first command, which then waits for the run to follow. Returns the status. */
int xl__run_wait(xl__run *run);

/* Call after the last command; `event` is the last command's, or NULL. The plan's next run will follow this
   one. */
void xl__run_followed(xl__run *run, cl_event event);

/* Waits until the plan's last such run has ended. Returns an OpenCL status, and the call that gave it. */
cl_int xl__plan_wait(xl_plan *plan, const char **call);

/* Forgets the last run; its commands go on. */
void xl__plan_forget_run(xl_plan *plan);
