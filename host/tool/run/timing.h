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
} tool_shot;

/* `batch` launches, one wait. More than one: timed by events, from the end of a launch made before them to
   the end of the last, when those are ordered and lie within the host's span; else, for a single one, and for
   launches that wait for the device themselves (`waits`: the host's part is then a part of the time), by the
   host's clock, the wait included. */
int tool_time_batch(tool_session *session, tool_launch launch, void *what, int batch, bool waits,
                    tool_shot *out, xl_error *error);

/* A batch that lasts about `seconds` for launches of `ns`: from 1 to 256. */
int tool_batch_size(double ns, double seconds);

#endif
