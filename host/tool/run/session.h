/* session.h - a worker's device: context, queue, library handle, and events for the parent. */
#pragma once

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
    cl_command_queue queue; /* in order, with profiling if supported */
    bool profiling;
    bool slow; /* a CPU: smaller shapes and fewer samples by default */
    xl_device *device;
    xl__watch watch; /* for the parent */
    const char *key; /* the device's stable id */
    uint64_t largest_buffer, global_bytes;
    long row_count;                /* begun so far, from 0 in every worker */
    double share_from, share_size; /* the current part of the work; size 0: all */
    double row_effort;             /* processor seconds of this process at the last tool_row_begin or _at */
    uint64_t told_ns;              /* of the last sign of life */
    const char *report;            /* the checking device's findings (findings.h); NULL: another device */
    size_t report_read;            /* bytes of it */
    json_t *findings;              /* read last; owned */
    json_t *collectives;           /* how many each kernel has executed, by name; owned, NULL: none */
    json_t *meetings;              /* trace: what collectives received and returned, read last; owned */
    bool ahead;                    /* compiles for another worker; its records are not read */
    bool alone;                    /* no other worker runs */
    int compiled;                  /* plans and operations that needed compiling */
    double compile_ms;             /* ... and their time */
    bool told_compiling;           /* the parent knows that much is to be compiled */
} tool_session;

/* Lists devices in the loader's order. Returns the count. */
enum { TOOL_MAX_DEVICES = 64 };
int tool_list_devices(cl_device_id out[TOOL_MAX_DEVICES], xl_error *error);

/* The platforms' answer if the driver has no device: "platform 'NAME' lists no device". */
void tool_no_device_answer(char *text, size_t size);

int tool_session_open(tool_session *session, const tool_job *job, FILE *events, xl_error *error);
void tool_session_close(tool_session *session);

/* Before timing: waits until no worker compiles ahead, and none will. */
void tool_session_be_alone(tool_session *session);

/* Waits for a turn of alternating devices (job/turns.h). */
void tool_session_await(tool_session *session, long turn);

/* `run`: true if there is time for a further part (tool_next_part), from 1, for all devices. */
bool tool_session_goes_on(tool_session *session, int part);

/* Consumes the event. */
void tool_emit(tool_session *session, json_t *event);
void tool_emit_progress(tool_session *session, double share, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;
/* {"event": "failure"}: the parent prints the text and takes the status. */
void tool_emit_failure(tool_session *session, tool_exit status, const char *text);

/* tool_row_begin reports the next row before it runs (a record without results; consumed) and returns its
 * number, or -1 if an earlier worker did it or it belongs to another --part. tool_row_at: work on a begun row
 * continues. tool_row_end emits its record.
 */
long tool_row_begin(tool_session *session, json_t *record);
/* What is recorded if the driver dies. */
void tool_row_change(tool_session *session, long row, json_t *record);
void tool_row_at(tool_session *session, long row);
/* A sign of life, at most once a second: for loops of unknown length. */
void tool_row_alive(tool_session *session);
/* For a kernel that may not end: ends the worker if the next sign of life takes longer than `seconds`, or
   more than `effort` seconds of processor time (0: no limit). */
void tool_row_patience(tool_session *session, double seconds, double effort);
/* Since the last tool_row_begin or tool_row_at. */
double tool_row_effort(const tool_session *session);
/* Skips a row's number. */
void tool_row_pass(tool_session *session);
void tool_row_end(tool_session *session, long row, json_t *record);
