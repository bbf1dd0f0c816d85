/*
 * session.h - a worker's device: context, queue, library handle, and what it tells the parent.
 */
#ifndef TOOL_SESSION_H
#define TOOL_SESSION_H

#include "device/device.h"
#include "cases/case.h"
#include "job/job.h"
#include <jansson.h>
#include <stdio.h>

typedef struct tool_session {
    const tool_job *job;
    const tool_options *options; /* the job's */
    FILE *events;                /* one JSON object per line */
    cl_device_id id;
    cl_context context;
    cl_command_queue queue; /* in order, with profiling where the device takes it */
    bool profiling;
    bool slow; /* a CPU: smaller shapes, fewer samples by default, said so in the record */
    xl_device *device;
    xl__watch watch; /* the parent is told what is tried */
    const char *key; /* the device's stable id */
    uint64_t largest_buffer, global_bytes;
    long row_count;                /* rows begun so far; they count from 0 in every start */
    double share_from, share_size; /* of the whole work, what is under way; a size of 0: all of it */
    double row_effort;             /* processor seconds of this process at the latest tool_row_begin or _at */
    uint64_t told_ns;              /* when the last sign of life was given */
    bool ahead;                    /* it compiles what another worker runs, and nobody reads its records */
    bool alone;                    /* no other worker runs */
    int compiled;                  /* plans and operations so far for which something had to be compiled, */
    double compile_ms;             /* ... and how long that took */
    bool told_compiling;           /* the parent, that much is to be compiled */
} tool_session;

/* All devices of the process, in the loader's order. Returns the count; 0 when there is none. */
enum { TOOL_MAX_DEVICES = 64 };
int tool_list_devices(cl_device_id out[TOOL_MAX_DEVICES], xl_error *error);

int tool_session_open(tool_session *session, const tool_job *job, FILE *events, xl_error *error);
void tool_session_close(tool_session *session);

/* Before something is timed: waits until no worker compiles ahead any more, and none will. */
void tool_session_be_alone(tool_session *session);

/* Of devices that are timed in turns (job/turns.h): waits for this turn. Of others it comes at once. */
void tool_session_await(tool_session *session, long turn);

/* Events. All consume the objects given to them. */
void tool_emit(tool_session *session, json_t *event);
void tool_emit_progress(tool_session *session, double share, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* {"event": "failure"}: the parent prints the text and takes the status. */
void tool_emit_failure(tool_session *session, tool_exit status, const char *text);

/* Rows. tool_row_begin numbers the next row, tells the parent what is about to run (a record without results;
   consumed) and returns the number, or -1 when an earlier worker has done it or it belongs to another --part.
   tool_row_at says that work goes on with a row begun before. tool_row_end emits its record. */
long tool_row_begin(tool_session *session, json_t *record);
/* Tells anew what runs in a row that was begun: from here on that is what a driver dies in. */
void tool_row_change(tool_session *session, long row, json_t *record);
void tool_row_at(tool_session *session, long row);
/* The same for the row that was begun last, at most once a second: for loops of unknown length. */
void tool_row_alive(tool_session *session);
/* Sets the watchdog: the worker is ended if the next sign of life takes longer than `seconds`, or more than
   `effort` seconds of processors (0: no matter). For a kernel that may not end. */
void tool_row_patience(tool_session *session, double seconds, double effort);
/* Processor seconds of this process since the latest row began, or tool_row_at. */
double tool_row_effort(const tool_session *session);
/* Numbers a row that is not run. */
void tool_row_pass(tool_session *session);
void tool_row_end(tool_session *session, long row, json_t *record);

#endif
