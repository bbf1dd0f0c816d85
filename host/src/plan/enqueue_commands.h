/*
 * enqueue_commands.h - the commands of one run of a plan, chained.
 *
 *     xl__run_begin(&run, pass); xl__run_arg(&run, ...) for each argument; xl__run_launch(&run, groups,
 * group_size);
 *
 * Errors stick: calls after a failed one do nothing, and `status` is the first error.
 */
#pragma once

#include "plan/plan.h"

/* Commands are held back until the next one begins, because only the last one gives the caller's event. */
typedef struct xl__command {
    enum { XL__NOTHING, XL__LAUNCH, XL__FILL } kind;
    cl_kernel kernel;
    size_t global, local; /* work-items */
    cl_mem buffer;
    size_t bytes;
} xl__command;

typedef struct xl__run {
    xl_plan *plan;
    const xl_launch *launch;
    xl_error *error;
    int status;
    bool out_of_order;
    bool own;         /* it uses memory of the plan that its other runs use too */
    bool chained;     /* the plan's next run needs its event: the queue's order is not enough */
    cl_event follows; /* of the run to follow, the plan's; NULL: none */
    cl_event *joined; /* owned: the caller's events and `follows`; NULL: only the caller's */
    bool started;     /* a command waits for the caller's events, or they have ended */
    bool unfinished;  /* earlier commands may still run */
    int pass;         /* whose arguments are being set */
    cl_uint argument; /* the next one */
    xl__command held;
    cl_event before; /* of the previous command, for out-of-order queues */
    cl_event first;  /* of the first command, if wanted */
} xl__run;

/* Begins a launch of the pass's kernel. */
void xl__run_begin(xl__run *run, int pass);
/* The next argument, memory. */
void xl__run_memory(xl__run *run, const cl_mem *memory);
/* The next argument, a value of at most 8 bytes; NULL: `size` bytes of local memory. One of the last run is
   not set again. */
void xl__run_value(xl__run *run, size_t size, const void *value);
/* Launches it, with the layer's arguments after those given. groups = 0 launches nothing. */
void xl__run_launch(xl__run *run, size_t groups, size_t group_size);
/* Fills a buffer with bytes of 0. */
void xl__run_fill(xl__run *run, cl_mem buffer, size_t bytes);

/* Waits for all commands so far and reads `bytes` of a buffer. Returns the status. */
int xl__run_read(xl__run *run, cl_mem buffer, size_t bytes, void *value);

/* Zeroes trace and measures before every run. */
void xl__run_clear_notes(xl__run *run);
/* Issues the last command, and gives the caller the events. */
void xl__run_finish(xl__run *run);
