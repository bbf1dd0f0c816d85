/*
 * timing.h - how long a launch takes: batches between two waits, by the device's events or the host's clock.
 */
#ifndef TOOL_TIMING_H
#define TOOL_TIMING_H

#include "run/session.h"

/* Enqueues one launch on the session's queue; `event` may be NULL. Returns an OpenCL or library status. */
typedef int (*tool_launch)(void *what, cl_event *event, xl_error *error);

typedef struct tool_shot {
    double ns;      /* per launch */
    bool by_events; /* else by the host's clock */
    bool refused;   /* there were events, whose times cannot be */
} tool_shot;

/* Nanoseconds by one clock: when the run before a batch ended, its first run started and its last one ended;
   and how long the host waited for all of them. */
typedef struct tool_event_times {
    double lead_end, first_start, last_end, host_ns;
} tool_event_times;

/* What the batch took. False where that cannot be: runs of a queue come one after the other, so the first
   starts when the one before has ended, and all lie within what the host waited. A device's clock may run a
   little faster than the host's: 2% of that and 1 us are allowed. */
bool tool_span_of_events(const tool_event_times *times, double *ns);

/* `batch` launches, one wait. More than one: timed by events, from the end of a launch made before them to
   the end of the last, when those can be (tool_span_of_events); else, for a single one, and for
   launches that wait for the device themselves (`waits`: the host's part is then a part of the time), by the
   host's clock, the wait included. */
int tool_time_batch(tool_session *session, tool_launch launch, void *what, int batch, bool waits,
                    tool_shot *out, xl_error *error);

/* A batch that lasts about `seconds` for launches of `ns`: from 1 to 256, and 1 only for launches of 10 ms or
   more. */
int tool_batch_size(double ns, double seconds);

#endif
