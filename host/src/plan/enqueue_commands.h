/*
 * The commands of one run of a plan, chained.
 *
 *     xl__run_begin(&run, pass); xl__run_arg(&run, ...) for each argument; xl__run_launch(&run, groups,
 * group_size);
 *
 * Errors stick: calls after a failed one do nothing, and `status` is the first error.
 */
#pragma once

#include "plan/plan.h"

/* Held back until the next command begins: the last gives the caller's event. */
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
    bool uses_plan_memory; /* memory that other runs use too */
    bool chained;          /* the plan's next run needs its event */
    cl_event follows;      /* of the run to follow; NULL: none */
    cl_event *joined;      /* owned: the caller's events and `follows`; NULL: only the caller's */
    bool started;          /* the caller's events are waited for, or completed */
    bool unfinished;       /* earlier commands may still run */
    int pass;
    cl_uint argument; /* the next one */
    xl__command held;
    cl_event before; /* of the previous command, for out-of-order queues */
    cl_event first;  /* of the first command, if wanted */
} xl__run;

void xl__run_begin(xl__run *run, int pass);
/* The next argument, memory. */
void xl__run_memory(xl__run *run, const cl_mem *memory);
/* At most 8 bytes; NULL: `size` bytes of local memory. Skips a value that the last run set. */
void xl__run_value(xl__run *run, size_t size, const void *value);
/* Adds the layer's arguments. groups = 0 launches nothing. */
void xl__run_launch(xl__run *run, size_t groups, size_t group_size);
/* Fills with bytes of 0. */
void xl__run_fill(xl__run *run, cl_mem buffer, size_t bytes);

/* Waits for all commands so far. Returns the status. */
int xl__run_read(xl__run *run, cl_mem buffer, size_t bytes, void *value);

/* Zeroes trace and measures. */
void xl__run_clear_notes(xl__run *run);
/* Issues the last command; sets the caller's events. */
void xl__run_finish(xl__run *run);
