/*
 * timing.h - times launches: batches between two waits, by the device's events or the host's clock.
 */
#pragma once

#include "run/session.h"

/* On the session's queue. Events of its first and last command, perhaps the same; both may be NULL. Returns
   an OpenCL or library status. */
typedef int (*tool_launch)(void *what, cl_event *first, cl_event *last, xl_error *error);

typedef struct tool_shot {
    double ns;      /* per launch */
    bool by_events; /* else by the host's clock */
    bool refused;   /* event times were impossible */
} tool_shot;

/* Nanoseconds by one clock: end of the run before a batch, start of its first and end of its last run; the
   host's wait for all. */
typedef struct tool_event_times {
    double lead_end, first_start, last_end, host_ns;
} tool_event_times;

/* False: impossible times. Runs of a queue follow each other, and all are within the host's wait. A device's
 * clock may run faster than the host's by 2% and 1 us.
 */
bool tool_span_of_events(const tool_event_times *times, double *ns);

/* From here on one launch is enough for a batch, and its time needs no median. */
#define TOOL_LASTS_NS 1e7

/* `batch` launches with one wait. Several are timed by events, from the end of a launch before them to the
   end of the last; by the host's clock, with the wait, if those times are impossible, for a single launch,
   and for launches that wait themselves (`waits`). */
int tool_time_batch(tool_session *session, tool_launch launch, void *what, int batch, bool waits,
                    tool_shot *out, xl_error *error);

/* A single launch, waited for: nanoseconds from the start of its first command to the end of its last; 0:
 * unknown.
 */
int tool_time_alone(tool_session *session, tool_launch launch, void *what, double *ns, xl_error *error);

/* For about `seconds` in launches of `ns`: 2 to 256, or 1 only from 10 ms on. */
int tool_batch_size(double ns, double seconds);
